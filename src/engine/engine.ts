import { InvariantViolation } from '../base/invariant.ts';
import { type CarriedStart } from '../model/orders/carried-over.ts';
import { type WeekLeft } from '../model/runs/week-so-far.ts';
import { istDate } from '../model/time/ist.ts';
import { driveBaskets } from './baskets/drive-baskets.ts';
import { type LeftPosition, positionsToCarry } from './carrying/positions-to-carry.ts';
import { watchUnconfirmed } from './carrying/watch-carried.ts';
import { closeIntraday, noticeUnflat } from './closing/end-of-day.ts';
import { driveSquareOffs } from './closing/square-off.ts';
import { flattenSurplus, trimExits } from './closing/surplus.ts';
import { takeCommands } from './commands/take-commands.ts';
import { createDesk, type Desk, type DeskOptions } from './desk.ts';
import { type Effect } from './effect.ts';
import { DEFAULT_ENGINE_LIMITS, type EngineLimits } from './engine-limits.ts';
import { type EngineView, viewOf } from './engine-view.ts';
import { type EngineEvent } from './event.ts';
import { carryHaltOver, enforceHalt, takeBegunAnew } from './halting/halt.ts';
import { lockAtLimits } from './halting/lock-at-limits.ts';
import { takeVetoes } from './halting/vetoes.ts';
import { takeWeek } from './halting/take-week.ts';
import { weekToCarry } from './halting/week-to-carry.ts';
import { type Intent } from './intents/intent.ts';
import { noticeUnresolved, settleIntents } from './intents/settle-intents.ts';
import { dropHeldEntries } from './intents/write-off.ts';
import { tellSessionEdges } from './lifecycle/session-edges.ts';
import {
  isSettled,
  takeClockDoubt,
  takePlatformClock,
  takeRestart,
  takeStall,
  windDown,
} from './lifecycle/take-process-events.ts';
import {
  changeWatches,
  endRun,
  holdRun,
  reloadRun,
  startRun,
} from './lifecycle/take-run-events.ts';
import { Lull } from './lull.ts';
import { takeRequest } from './operator/take-request.ts';
import { endPoll } from './polling/end-poll.ts';
import { catchUpPolls } from './polling/held-polls.ts';
import { requestPolls } from './polling/request-polls.ts';
import { noticeUnprotected, runClocks } from './protecting/clock-protection.ts';
import { driveExits } from './protecting/drive-exits.ts';
import { compareCounts } from './reconciling/compare-counts.ts';
import { endAttempt } from './sending/end-attempt.ts';
import { sendEntryModifies } from './sending/send-changes.ts';
import { sendEntries } from './sending/send-orders.ts';
import { sendReducing } from './sending/send-reducing.ts';
import { requestHistories } from './watching/request-history.ts';
import { confirmQuotes } from './watching/wanted-prices.ts';
import { isOfRunAlone, showSourceValue, watchSources } from './watching/watch-sources.ts';
import { driveCustomPositions } from './webhooks/custom-positions.ts';
import { sendWebhooks } from './webhooks/send-webhooks.ts';
import { startsToCarry, takeStartsCarriedOver } from './webhooks/unknown-starts.ts';

/** What an engine is made for. */
export interface EngineOptions extends Omit<DeskOptions, 'build' | 'limits'> {
  /** What program this is: on every intent. @default 'unnamed' */
  readonly build?: string;
  /** Any of the limits. @default DEFAULT_ENGINE_LIMITS */
  readonly limits?: Partial<EngineLimits>;
}

/** An order that the gate let in, and what asked for it. */
export type PlannedOrder = Pick<Intent, 'commandIndex' | 'origin' | 'order'>;

/**
 * The event processor of one account, one mode and one trading day, that of its first event: whoever makes engines turns
 * days. Pure: the same events bring the same effects, and nothing else moves it.
 *
 * Each step takes the event in, then looks at everything that should be true now: goals, wishes, what waits,
 * which polls are due. So an event that comes late, twice or not at all leaves nothing hanging.
 */
export class Engine {
  readonly #options: EngineOptions;
  #desk: Desk | null = null;
  /** When something becomes due though no event comes. */
  #lookAtMs = -Infinity;
  readonly #lull = new Lull();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /**
   * Takes an event in and says what is to be done.
   *
   * @throws {InvariantViolation} when time goes back, or an event speaks of what never was
   */
  step(event: EngineEvent): readonly Effect[] {
    const desk = this.#at(event);
    if (isOfRunAlone(desk, event) && desk.nowMs < this.#lookAtMs) {
      // It changes nothing here, and nothing has become due.
      showSourceValue(desk, event);
      return desk.outbox.take();
    }
    tellSessionEdges(desk);
    desk.recount.noteEvent(event);
    take(desk, event);
    if (event.kind === 'poll-ended' || event.kind === 'attempt-ended') compareCounts(desk);
    this.#lookAtMs = this.#look(desk, event);
    const effects = desk.outbox.take();
    desk.recount.noteEffects(effects);
    this.#lull.noteStep(event, effects);
    return effects;
  }

  /** Whether nothing is under way that leaves a fill unprotected should the process end now. */
  isSettled(): boolean {
    return this.#desk === null || isSettled(this.#desk);
  }

  /** Position starts and text signals that the day leaves without a certain outcome once no answer will come any more. */
  startsToCarry(): readonly CarriedStart[] {
    return this.#desk === null ? [] : startsToCarry(this.#desk);
  }

  /** Open positions that the day leaves to the next. */
  positionsToCarry(): readonly LeftPosition[] {
    return this.#desk === null ? [] : positionsToCarry(this.#desk);
  }

  /** What the day leaves of its calendar week; null before the first event. */
  weekToCarry(): WeekLeft | null {
    return this.#desk === null ? null : weekToCarry(this.#desk);
  }

  /** The order that a tag stands for, and what asked for it; undefined for a tag of no order of the day. */
  plannedOrder(tag: string): PlannedOrder | undefined {
    return this.#desk?.intents.byTag(tag);
  }

  /** How things stand, as plain data for people. Empty before the first event. */
  view(): EngineView {
    return viewOf(this.#desk);
  }

  /** Makes true what should be now, and says when to look again. */
  #look(desk: Desk, event: EngineEvent): number {
    if (this.#lull.holds(desk, event)) {
      desk.wakesAtMs.push(this.#lull.untilMs);
    } else {
      drive(desk);
      this.#lull.noteLook(desk);
    }
    requestPolls(desk);
    requestHistories(desk, event);
    // What is due at this very instant and could not be done waits for the next millisecond, not for ever.
    const wakeMs = Math.max(desk.nowMs + 1, Math.min(...desk.wakesAtMs));
    if (wakeMs !== Infinity) desk.outbox.wake(wakeMs);
    return wakeMs;
  }

  #at({ atMs, kind }: EngineEvent): Desk {
    const desk = this.#desk ?? this.#open(atMs);
    if (atMs < desk.nowMs) goneBack(desk.nowMs, atMs);
    desk.nowMs = atMs;
    desk.wakesAtMs.length = 0;
    // While no process ran, or it stood still, no poll was left out either.
    if (kind !== 'restarted' && kind !== 'stalled') {
      catchUpPolls(desk);
      confirmQuotes(desk, atMs);
    }
    return desk;
  }

  #open(atMs: number): Desk {
    const { mode, account, brokerId, calendar, build = 'unnamed' } = this.#options;
    const limits = { ...DEFAULT_ENGINE_LIMITS, ...this.#options.limits };
    const day = calendar.day(istDate(atMs));
    const whole = { mode, account, brokerId, calendar, build, limits };
    const desk = createDesk(whole, day);
    desk.openedAtMs = atMs;
    if (!day.isVerified) {
      const { verifiedFrom, verifiedThrough } = calendar;
      const about = { date: day.date, verifiedFrom, verifiedThrough, isLive: mode === 'live' };
      desk.outbox.notice('calendar-unverified', null, about);
    }
    this.#desk = desk;
    return desk;
  }
}

/**
 * Only written out when it is needed: every step comes by.
 *
 * @throws {InvariantViolation} always
 */
function goneBack(fromMs: number, toMs: number): never {
  throw new InvariantViolation(`Time went back from ${String(fromMs)} to ${String(toMs)}`);
}

type RunEvent = Extract<EngineEvent, { readonly runId: string } | { readonly kind: 'run-started' }>;

function isOfRun(event: EngineEvent): event is RunEvent {
  return 'runId' in event || event.kind === 'run-started';
}

function take(desk: Desk, event: EngineEvent): void {
  if (isOfRun(event)) {
    takeOfRun(desk, event);
    return;
  }
  if (isOfProcess(event)) {
    takeOfProcess(desk, event);
    return;
  }
  switch (event.kind) {
    case 'attempt-ended':
      desk.lastAnswerAtMs = desk.nowMs;
      endAttempt(desk, event);
      break;
    case 'poll-ended':
      desk.profits.isDue = true;
      endPoll(desk, event);
      break;
    case 'operator-asked':
      takeRequest(desk, event.request);
      break;
    case 'winding-down':
      windDown(desk);
      break;
    case 'time-passed':
      break;
  }
}

type ProcessEvent = Extract<
  EngineEvent,
  {
    readonly kind:
      | 'restarted'
      | 'stalled'
      | 'begun-anew'
      | 'clock-doubted'
      | 'platform-clock-differs'
      | 'halt-carried-over'
      | 'starts-carried-over'
      | 'week-carried-over'
      | 'vetoes-changed';
  }
>;

const OF_PROCESS: ReadonlySet<string> = new Set([
  'restarted',
  'stalled',
  'begun-anew',
  'clock-doubted',
  'platform-clock-differs',
  'halt-carried-over',
  'starts-carried-over',
  'week-carried-over',
  'vetoes-changed',
]);

function isOfProcess(event: EngineEvent): event is ProcessEvent {
  return OF_PROCESS.has(event.kind);
}

/** What the process that runs the engine says of itself, its journal and its clock. */
function takeOfProcess(desk: Desk, event: ProcessEvent): void {
  switch (event.kind) {
    case 'restarted':
      takeRestart(desk, event);
      break;
    case 'stalled':
      takeStall(desk, event.fromMs);
      break;
    case 'begun-anew':
      takeBegunAnew(desk, event.detail);
      break;
    case 'clock-doubted':
      takeClockDoubt(desk, event.behindMs);
      break;
    case 'platform-clock-differs':
      takePlatformClock(desk, event.aheadMs);
      break;
    case 'halt-carried-over':
      carryHaltOver(desk, event.halt);
      break;
    case 'starts-carried-over':
      takeStartsCarriedOver(desk, event.starts);
      break;
    case 'week-carried-over':
      takeWeek(desk, event.week);
      break;
    case 'vetoes-changed':
      takeVetoes(desk, event.vetoes);
      break;
  }
}

function takeOfRun(desk: Desk, event: RunEvent): void {
  switch (event.kind) {
    case 'run-started':
      startRun(desk, event);
      break;
    case 'run-ended':
      endRun(desk, event);
      break;
    case 'run-held':
      holdRun(desk, event);
      break;
    case 'run-reloaded':
      reloadRun(desk, event);
      break;
    case 'commands-emitted':
      takeCommands(desk, event.runId, event.commands);
      break;
    case 'watches-changed':
      changeWatches(desk, event.runId, event.watches);
      break;
    case 'source-value':
      showSourceValue(desk, event);
      break;
  }
}

/** Looks at everything but the polls. Exits come before entries wherever both want the same. */
function drive(desk: Desk): void {
  settleIntents(desk);
  closeIntraday(desk);
  dropHeldEntries(desk);
  driveBaskets(desk);
  lockAtLimits(desk);
  // Before a leg is closed because it has no stop, which starts no clock.
  runClocks(desk);
  driveExits(desk);
  driveSquareOffs(desk);
  watchUnconfirmed(desk);
  noticeUnflat(desk);
  trimExits(desk);
  flattenSurplus(desk);
  driveCustomPositions(desk);
  enforceHalt(desk);
  sendReducing(desk);
  if (!desk.isWindingDown) {
    sendWebhooks(desk);
    sendEntries(desk);
    sendEntryModifies(desk);
  }
  settleIntents(desk);
  noticeUnprotected(desk);
  noticeUnresolved(desk);
  watchSources(desk);
}
