import { UnreadableJournal } from '../adapters/journal/journal-failures.ts';
import { inTurns } from '../adapters/system/in-turns.ts';
import { ok, type Result } from '../base/result.ts';
import { createCommandLog, type LogFile, openLogFile } from '../day/command-log.ts';
import { type DaySummary } from '../day/day-summary.ts';
import {
  type DayJournal,
  refuseJournal,
  whetherBegunAnew,
} from '../day/journal/open-day-journal.ts';
import { type TradingDay } from '../day/trading-day.ts';
import { istDate } from '../model/time/ist.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { toldAt } from '../notices/told-notice.ts';
import { loadMarketKnowledge, type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Settings } from '../settings/settings.ts';
import { type BuiltInSimulator, type DayVenue, openDayVenue } from '../venues/day-venue.ts';
import { type RunRefusal } from '../venues/run-refusal.ts';
import { type AccountStanding } from './account-board.ts';
import { recordPaperDay } from './arming/record-paper-day.ts';
import { beginDay } from './begin-day.ts';
import { createTrading, type TradingOwn } from './create-trading.ts';
import { noteClosed, reopenClosed } from './closing/closed-mark.ts';
import { finishEarlierDay } from './closing/finish-earlier-day.ts';
import { askedBefore } from './control/waiting-requests.ts';
import { dayEndsAtMs, driveDay, progressTeller, unknownRun } from './drive-day.ts';
import { openAccount } from './open-account.ts';
import { type KeptSources } from './evidence/kept-sources.ts';
import { keepSources, leaveEvidence } from './evidence/leave-evidence.ts';
import { hearOutside } from './hear-outside.ts';
import { limitsKept } from './limits-of-day.ts';
import { openReadiness, type Readiness } from './readiness/open-readiness.ts';
import { haltAtFault } from './last-resort.ts';
import { refuseProgram } from './refuse-program.ts';
import { openReloads } from './reload/open-reloads.ts';
import { markRecovered } from './mark-recovered.ts';
import { type RunDayOptions } from './run-day-options.ts';
import { showDay } from './show-day.ts';
import { type PreparedDay } from './standby/prepared-day.ts';
import { followStages, openStages, type RunningStages } from './stages/open-stages.ts';
import { brokersKept, endedTables, type FoundBefore, startNotices } from './start-notices.ts';
import { sumUp } from './sum-up-day.ts';
import { tidyAfterDay, tidyBeforeDay } from './tidy-journal.ts';

/**
 * Runs one trading day: logs in, where there is a session to come, starts the strategies, and runs until after the close.
 *
 * @throws {ConfigurationError} when market tables or the profile cannot be used
 */
export async function runDay(options: RunDayOptions): Promise<Result<DaySummary, RunRefusal>> {
  const { settings, journalPath = null, accountsDirectory: directory = null, signal } = options;
  const opened = openAccount(settings, { journalPath, directory }, signal);
  if (!opened.ok) return opened;
  try {
    await finishEarlierDay(options, opened.value);
    return await runDayIn(options, { kept: opened.value, builtIn: null });
  } finally {
    opened.value.journal.close();
  }
}

/** What outlives a day of an account: its process has it over all of its days. */
export interface AccountParts {
  readonly kept: DayJournal;
  /** The built-in simulator; null has each day open its own, or trade on a platform. */
  readonly builtIn: BuiltInSimulator | null;
  /** The day under way, as far as it was followed while another process traded it. It is used if it is the day that would begin now. @default none */
  readonly prepared?: PreparedDay | null;
}

/**
 * The same in a journal that is open, and stays so.
 *
 * @throws {ConfigurationError} when market tables or the profile cannot be used
 */
export async function runDayIn(
  options: RunDayOptions,
  { kept, builtIn, prepared: offered = null }: AccountParts,
): Promise<Result<DaySummary, RunRefusal>> {
  const { settings, journalPath = null } = options;
  haltAtFault(settings, { journalPath });
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  const prepared = await usable(options, { kept, offered });
  const opened = await venueOf(settings, knowledge, { prepared, builtIn });
  if (!opened.ok) return opened;
  const venue = opened.value;
  try {
    return await runOn(options, { ...kept, knowledge, venue, prepared });
  } catch (error) {
    if (!(error instanceof UnreadableJournal)) throw error;
    return refuseJournal(options.journalPath ?? '', error.failure);
  } finally {
    await (prepared === null ? venue.close() : prepared.drop());
  }
}

/** The day that was prepared, where it is the one that begins. */
async function usable(
  options: RunDayOptions,
  { kept, offered }: { readonly kept: DayJournal; readonly offered: PreparedDay | null },
): Promise<PreparedDay | null> {
  if (offered === null) return null;
  const why = offered.whyNotToBegin(options, kept);
  if (why === null) return offered;
  const atMs = offered.venue.time.clock.nowMs();
  await offered.drop();
  const told = toldAt(atMs, noticeOf('standby-begins-anew', null, { why }));
  options.onNotice?.(told);
  options.board?.note(told);
  return null;
}

async function venueOf(
  settings: Settings,
  knowledge: MarketKnowledge,
  { prepared, builtIn }: Required<Omit<AccountParts, 'kept'>>,
): Promise<Result<DayVenue, RunRefusal>> {
  if (prepared !== null) return ok(prepared.venue);
  return openDayVenue(settings, knowledge, builtIn);
}

type OpenedParts = Pick<DayParts, 'knowledge' | 'venue' | 'prepared' | keyof DayJournal>;

async function runOn(
  asked: RunDayOptions,
  own: OpenedParts,
): Promise<Result<DaySummary, RunRefusal>> {
  const { settings } = asked;
  stand(asked, own.venue, 'opening');
  const begun = await beginDay(asked, own);
  if (!begun.ok) return begun;
  const options = { ...asked, ...begun.value.found.usable };
  const keeping = { date: begun.value.day.date, keepDays: settings.journalKeepDays };
  const tidied = tidyBeforeDay(own, keeping);
  const file = openLogFile(settings.outputs.logPath);
  try {
    const kept = limitsKept(settings, { ...own, ...begun.value });
    const sources = keepSources(options, begun.value.day);
    const parts = { ...own, ...begun.value, file, kept, tidied, sources };
    const ended = await run(options, parts);
    if (ended.ok && isOver(parts)) {
      noteTidied(options, parts, tidyAfterDay(own, keeping));
      if (options.isReportToCome !== true) noteClosed(options.journalPath ?? null, keeping.date);
    }
    return ended;
  } finally {
    file.close();
  }
}

/** Says on the board what the process does with its day. */
function stand(
  { board }: RunDayOptions,
  { time: { clock } }: DayVenue,
  state: AccountStanding['state'],
): void {
  const sinceMs = clock.nowMs();
  board?.stand({ state, sinceMs, date: istDate(sinceMs), opensAtMs: null, detail: null });
}

interface DayParts extends DayJournal, FoundBefore {
  readonly venue: DayVenue;
  readonly prepared: PreparedDay | null;
  readonly file: LogFile;
  readonly sources: KeptSources | null;
}

/** Nothing more will be written of it. */
function isOver({ venue, day }: Pick<DayParts, 'venue' | 'day'>): boolean {
  return venue.time.clock.nowMs() >= dayEndsAtMs(day);
}

function noteTidied({ onNotice }: RunDayOptions, { venue }: DayParts, tidied: Notice | null): void {
  if (tidied !== null) onNotice?.(toldAt(venue.time.clock.nowMs(), tidied));
}

async function run(asked: RunDayOptions, parts: DayParts): Promise<Result<DaySummary, RunRefusal>> {
  const { options, begin } = markRecovered(asked);
  const { settings } = options;
  const { venue, day } = parts;
  let lookAgain = (): void => undefined;
  const staged = openStages(options, parts);
  const readiness = openReadiness(options, { ...parts, atPlatform: staged.strategies });
  const { trading, log, fold } = makeTrading(options, parts, {
    ...{ readiness, strategies: staged.strategies },
    onAnswer: () => {
      lookAgain();
    },
  });
  const reloads = openReloads(options, { ...parts, trading, readiness, shadow: staged.shadow });
  const driven = { venue, day, trading, shadow: staged.shadow, reloads };
  const stages = followStages(staged, options, { ...driven, onVetoes: readiness.onStages });
  const running = { ...driven, settings, log, endedTables: endedTables(settings, parts) };
  const tellProgress = progressTeller(running, options.onProgress);
  let [stopControl, stopShowing] = [noop, noop];
  try {
    await inTurns(fold, options.onBeat);
    // Until it is known how the day stands, nothing asks for it.
    const { blocks } = parts;
    stopShowing = showDay(options, { ...running, readiness, tellProgress, blocks });
    tellFirst(options, parts, trading);
    begin();
    const started = start(options, parts, { trading, readiness });
    if (!started.ok) return refuseProgram(started.error);
    const unknown = unknownRun(options, trading);
    if (unknown !== null) return unknown;
    stopControl = hearOutside(options, parts, driven);
    stand(options, venue, 'trading');
    reopenClosed(options.journalPath ?? null, day.date);
    stages.begin();
    await driveDay(options, driven, (look) => {
      lookAgain = look;
    });
    beginClosing(options, parts, { trading, stages });
  } finally {
    stopControl();
    readiness.end();
    stages.end();
    trading.stop();
    stopShowing();
  }
  const { file } = parts;
  return ok(await putAway(options, parts, { trading, running, file, tellProgress, stages }));
}

/** A day, its log of commands, and what is left of folding what its journal holds. */
function makeTrading(
  options: RunDayOptions,
  { prepared, ...parts }: DayParts,
  own: Omit<TradingOwn, 'log' | 'onAnswer'> & Required<Pick<TradingOwn, 'onAnswer'>>,
): Pick<PreparedDay, 'trading' | 'log'> & { readonly fold: ReturnType<TradingDay['fold']> } {
  const { file, sources } = parts;
  if (prepared !== null) {
    const { onAnswer, readiness } = own;
    prepared.takeOver({ ...options, ...readiness, onAnswer, file, sources });
    return { trading: prepared.trading, log: prepared.log, fold: prepared.rest() };
  }
  const log = createCommandLog(file);
  const trading = createTrading(options, parts, { ...own, log });
  return { trading, log, fold: trading.fold() };
}

function noop(): void {
  // Nothing was begun.
}

/** The summary of a day, once its pack is written. */
async function putAway(
  options: RunDayOptions,
  parts: DayParts,
  ended: Parameters<typeof sumUp>[1] & {
    readonly trading: TradingDay;
    readonly stages: RunningStages;
  },
): Promise<DaySummary> {
  const summary = sumUp(options, ended);
  const { trading, stages } = ended;
  const shadow = stages.shadowEntries();
  if (isOver(parts)) await leaveEvidence(options, { ...parts, trading, summary, shadow });
  return summary;
}

/** The day is over, or ends early: only a whole one counts as a paper day. */
function beginClosing(
  options: RunDayOptions,
  parts: DayParts,
  { trading, stages }: { readonly trading: TradingDay; readonly stages: RunningStages },
): void {
  if (isOver(parts)) {
    recordPaperDay({ ...options, ...parts, ...trading.picture() });
    stages.record(parts.journal);
  }
  stand(options, parts.venue, 'closing');
}

/** Starts the day with what the operator asked before, and what entries are kept back for. */
function start(
  options: RunDayOptions,
  parts: DayParts,
  { trading, readiness }: { readonly trading: TradingDay; readonly readiness: Readiness },
): ReturnType<TradingDay['start']> {
  const isEnding = options.signal?.aborted === true;
  const begunAnew = beginAnewTold(options, parts, trading);
  const asked = askedBefore(options, begunAnew !== null);
  const vetoes = readiness.vetoes();
  const started = trading.start({ sources: 'opened', asked, isEnding, begunAnew, vetoes });
  if (started.ok) readiness.begin(trading);
  return started;
}

/** Why new risk must wait as the journal starts fresh, reported; null when it need not. */
function beginAnewTold(
  { settings }: RunDayOptions,
  parts: DayParts,
  trading: TradingDay,
): string | null {
  const nowMs = parts.venue.time.clock.nowMs();
  const begunAnew = whetherBegunAnew(parts, settings, { day: parts.day, nowMs });
  if (begunAnew === null) return null;
  // A loss has been told already.
  if (parts.lost !== null) return begunAnew;
  const notice = noticeOf('journal-begins-anew', null, { reason: begunAnew });
  trading.note(toldAt(nowMs, notice));
  return begunAnew;
}

/** What is to be known before anything is done. */
function tellFirst(options: RunDayOptions, parts: DayParts, trading: TradingDay): void {
  const atMs = parts.venue.time.clock.nowMs();
  const kept = brokersKept(trading, parts.venue.brokerId);
  const notices = [...startNotices(options, parts), ...kept];
  for (const notice of notices) trading.note(toldAt(atMs, notice));
  options.quarantine?.forgetBefore(atMs);
}
