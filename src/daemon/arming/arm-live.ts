import { whyUnreadable } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { instantAt, istClock, istDate, type IstDate } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { timeBeside } from '../../venues/time-beside.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import { StageLedger, stageLedgerPathOf } from '../stages/stage-ledger.ts';
import { stagesOn } from '../stages/stages-today.ts';
import { missingForLive, whyNotArmed } from './arming-conditions.ts';
import {
  type ArmedRun,
  armedRuns,
  type ArmedStrategy,
  type Arming,
  armingPathOf,
  readArming,
  writeArming,
} from './arming-file.ts';
import { needsArming, strategiesToArm } from './open-arming.ts';

/** A live account, as a command sees it. */
export interface LiveAccount {
  readonly settings: Settings;
  readonly strategies: readonly LoadedStrategy[];
  readonly journalPath: string;
}

/** What an operator types to arm it. */
export interface ArmingAsked extends Pick<Arming, 'reason' | 'by' | 'isWithoutPromotion'> {
  /** IST clock time, `15:30`. */
  readonly until: string;
  /** The code that is meant, and the broker of each: the account's where it names none. @default what the account has */
  readonly strategies?: readonly (ArmedStrategy & { readonly brokerId?: string })[];
}

/** How an account stands with live, as far as files tell. */
export interface LiveStanding {
  /** Whether its entries need arming at all. */
  readonly isNeeded: boolean;
  /** That is in force now; null where none is. */
  readonly arming: Arming | null;
  /** What is missing: what only the running program knows is left out. */
  readonly missing: readonly Veto[];
}

/**
 * Arms an account for today, until a time that is not after the last close.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function armLive(
  account: LiveAccount,
  { until, strategies: meant, ...typed }: ArmingAsked,
): Result<LiveStanding, RunRefusal> {
  const { settings, strategies, journalPath } = account;
  if (settings.mode !== 'live') {
    return refusal('configuration', 'Only a live account is armed', {
      file: settings.file,
      found: `mode: ${settings.mode}`,
      allowed: 'mode: live',
    });
  }
  const now = today(settings);
  if (!now.ok) return now;
  const { nowMs, day } = now.value;
  const untilMs = instantAt(day.date, until);
  const lastMs = day.sessions.at(-1)?.endMs ?? 0;
  if (untilMs <= nowMs || untilMs > lastMs) return outside(until, { nowMs, lastMs, day });
  const known = armedRuns(strategies, settings);
  const armed = meant?.map((of) => ({ brokerId: brokerOf(of.name, known), ...of })) ?? known;
  const own = { account: settings.account, date: day.date, untilMs, atMs: nowMs };
  try {
    const path = armingPathOf(journalPath);
    writeArming(path, { schemaVersion: 1, ...own, ...typed, strategies: [...armed] });
  } catch (error) {
    const why = whyUnreadable(error);
    return refusal('halted', `The arming could not be left for the program: ${why}`);
  }
  return liveStanding(account);
}

/** Empty for a name that the account does not have: no run is armed by it. */
function brokerOf(name: string, known: readonly ArmedRun[]): string {
  return known.find((of) => of.name === name)?.brokerId ?? '';
}

function outside(
  until: string,
  {
    nowMs,
    lastMs,
    day,
  }: { readonly nowMs: number; readonly lastMs: number; readonly day: CalendarDay },
): ReturnType<typeof refusal> {
  const allowed =
    nowMs >= lastMs
      ? `a time of a trading day; the sessions of ${day.date} are over, or there are none`
      : `after ${istClock(nowMs)} and at most ${istClock(lastMs)} IST, the last close of ${day.date}`;
  return refusal('outside-window', 'An account is armed until a time of today', {
    found: until,
    allowed,
  });
}

/**
 * How an account stands with live.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function liveStanding({
  settings,
  strategies,
  journalPath,
}: LiveAccount): Result<LiveStanding, RunRefusal> {
  const now = today(settings);
  if (!now.ok) return now;
  const { nowMs, day } = now.value;
  const { account, live } = settings;
  const arming = readArming(armingPathOf(journalPath));
  const facts = { arming, account, nowMs, date: day.date };
  // What sends nothing needs no arming.
  const inShadow = shadowNames({ settings, strategies, journalPath }, day.date);
  const missing = missingForLive({
    ...facts,
    isVerified: day.isVerified,
    strategies: strategiesToArm(settings, strategies, day.date).filter(
      ({ name }) => !inShadow.has(name),
    ),
    paperDays: live.paperDays,
    isPolled: true,
    wantsOperator: [],
  });
  const inForce = whyNotArmed(facts) === null ? arming : null;
  return ok({ isNeeded: needsArming(settings), arming: inForce, missing });
}

function shadowNames(
  { settings, strategies, journalPath }: LiveAccount,
  date: IstDate,
): ReadonlySet<string> {
  const content = new StageLedger(stageLedgerPathOf(journalPath)).read();
  const staged = stagesOn(date, { settings, strategies }, content);
  return new Set(staged.filter(({ standing }) => standing.stage === 'shadow').map((of) => of.name));
}

/**
 * The clock of an account and its day, as far as files tell.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function today(
  settings: Settings,
): Result<{ readonly nowMs: number; readonly day: CalendarDay }, RunRefusal> {
  const knowledge = loadMarketKnowledge(settings.calendar ?? undefined);
  const time = timeBeside(settings, knowledge);
  if (!time.ok) return time;
  const nowMs = time.value.clock.nowMs();
  return ok({ nowMs, day: knowledge.calendar.day(istDate(nowMs)) });
}
