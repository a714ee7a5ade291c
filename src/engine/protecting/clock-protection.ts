import { invariant } from '../../base/invariant.ts';
import { type StopState } from '../../notices/stops-and-exits.ts';
import { type Desk, isInSession, type Timed, type Legs } from '../desk.ts';
import { hasArrived, type Intent, isExit, isLive } from '../intents/intent.ts';
import { closingUnits } from './closing-exits.ts';
import { isThrough, restsAtLimit } from './passed-stops.ts';
import { type LegClock, type StandingExit, standingUnits, wantedUnits } from './protection-book.ts';

/** How a leg stands that its run asked a stop for, as plain data for people. */
export interface Protection {
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  /** Units held, without sign. */
  readonly heldUnits: number;
  /** Of those, how many stops stand for at the platform, as far as its answers and polls tell. */
  readonly protectedUnits: number;
  /** Epoch milliseconds; null while protected, or flat. */
  readonly unprotectedSinceMs: number | null;
  /** Of the day, the stretch that runs included. */
  readonly longestUnprotectedMs: number;
  /** Whether a stretch was ever longer than `unprotectedNoticeMs`. */
  readonly isBeyondBound: boolean;
  /** Failed orders for its stop, in a row. */
  readonly tries: number;
  /** Why the last order for its stop failed, for people; empty when none did. */
  readonly problem: string;
  readonly state: StopState;
}

/** Keeps the clocks of legs with stops. */
export function runClocks(desk: Desk): void {
  for (const clock of desk.protections.clocks()) advance(desk, clock);
}

/** Tells people of legs that are without their stop beyond the bound. */
export function noticeUnprotected(desk: Desk): void {
  runClocks(desk);
  for (const clock of desk.protections.clocks()) notice(desk, clock);
}

/** Every leg that ever had a stop by its run's will, in the order in which they first had. */
export function protectionsOf(desk: Desk): readonly Protection[] {
  return [...desk.protections.clocks()].map((clock) => protectionOf(desk, clock));
}

function protectionOf(desk: Desk, clock: LegClock): Protection {
  const { runId, leg, contract, sinceMs, isBeyondBound } = clock;
  const stops = stopsOf(desk, clock);
  const heldUnits = heldUnitsOf(desk, clock);
  return {
    runId,
    leg,
    symbol: contract.symbol,
    heldUnits,
    protectedUnits: Math.min(heldUnits, sum(stops, standsFor)),
    unprotectedSinceMs: sinceMs,
    longestUnprotectedMs: Math.max(clock.longestMs, sinceMs === null ? 0 : untilMs(desk) - sinceMs),
    isBeyondBound,
    tries: Math.max(0, ...stops.map(({ failures }) => failures)),
    problem: clock.problem,
    state: stateOf(desk, clock, stops),
  };
}

function stateOf(desk: Desk, clock: LegClock, stops: readonly StandingExit[]): StopState {
  const { runId, leg } = clock;
  if (heldUnitsOf(desk, clock) === 0) return 'flat';
  if (desk.squareOffs.covers(runId, leg)) return 'closing';
  if (stops.length === 0) return 'unasked';
  const neededUnits = neededUnitsOf(desk, clock);
  if (sum(stops, standsFor) >= neededUnits) return neededUnits === 0 ? 'closing' : 'standing';
  if (desk.foreign.pauseOf(runId, leg) !== undefined) return 'paused';
  if (!isInSession(desk)) return 'closed';
  if (stops.some(({ isPassed }) => isPassed)) return 'passed';
  const isUnknown = stops.some(({ open }) => open.some(({ state }) => state === 'unknown'));
  return isUnknown ? 'unknown' : 'placing';
}

function advance(desk: Desk, clock: LegClock): void {
  watchSquareOff(desk, clock);
  const neededUnits = neededUnitsOf(desk, clock);
  const stops = stopsOf(desk, clock);
  if (sum(stops, standsFor) < neededUnits) {
    if (!isInSession(desk)) return;
    clock.sinceMs ??= clock.unseen?.fromMs ?? desk.nowMs;
    clock.unseen = null;
  } else if (neededUnits === 0 || sum(stops, seenToStand) >= neededUnits) {
    end(desk, clock);
  } else if (clock.sinceMs !== null) {
    clock.unseen = { fromMs: clock.sinceMs, toMs: desk.nowMs };
    clock.sinceMs = null;
  }
}

/** A square-off of which no exit works leaves its leg as bare as a stop that is not placed: it has time, but not for ever. */
function watchSquareOff(desk: Timed & Legs & Pick<Desk, 'day' | 'quotes'>, clock: LegClock): void {
  const { runId, leg } = clock;
  const isBare =
    desk.squareOffs.covers(runId, leg) &&
    isInSession(desk) &&
    heldUnitsOf(desk, clock) > 0 &&
    !desk.intents.ofLeg(runId, leg).some((intent) => mayClose(desk, intent));
  if (!isBare) {
    clock.bareSinceMs = null;
    return;
  }
  clock.bareSinceMs ??= desk.nowMs;
  const dueMs = clock.bareSinceMs + desk.limits.squareOffNoticeMs;
  if (dueMs > desk.nowMs) desk.wakesAtMs.push(dueMs);
  else clock.sinceMs ??= clock.bareSinceMs;
}

/** Whether a poll shows an exit to work, and not behind the market. */
function mayClose(desk: Pick<Desk, 'quotes'>, intent: Intent): boolean {
  if (!isExit(intent) || !isLive(intent) || !hasArrived(intent)) return false;
  return !(restsAtLimit(intent) && isThrough(desk, intent));
}

function end(desk: Pick<Desk, 'nowMs' | 'outbox' | 'ledger'>, clock: LegClock): void {
  const { sinceMs, unseen } = clock;
  const stretchMs = sinceMs !== null ? desk.nowMs - sinceMs : unseen && unseen.toMs - unseen.fromMs;
  clock.sinceMs = null;
  clock.unseen = null;
  if (stretchMs === null) return;
  invariant(stretchMs >= 0, 'A leg was without its stop for less than no time');
  clock.longestMs = Math.max(clock.longestMs, stretchMs);
  if (clock.isTold) {
    const isFlat = heldUnitsOf(desk, clock) === 0;
    const { leg, runId } = clock;
    desk.outbox.notice('leg-protected-again', runId, { leg, isFlat, afterMs: stretchMs });
  }
  clock.isTold = false;
}

function notice(desk: Desk, clock: LegClock): void {
  const { sinceMs, isTold } = clock;
  if (sinceMs === null || isTold) return;
  const dueMs = sinceMs + desk.limits.unprotectedNoticeMs;
  if (dueMs > desk.nowMs) {
    desk.wakesAtMs.push(dueMs);
    return;
  }
  clock.isTold = true;
  clock.isBeyondBound = true;
  const { heldUnits, protectedUnits, problem, state } = protectionOf(desk, clock);
  desk.outbox.notice('leg-unprotected', clock.runId, {
    leg: clock.leg,
    symbol: clock.contract.symbol,
    openUnits: heldUnits - protectedUnits,
    sinceMs,
    problem,
    state,
  });
}

/** What stops must stand for. While a square-off closes the leg it is all that is held, if the clock ran before. */
function neededUnitsOf(desk: Desk, clock: LegClock): number {
  const { runId, leg, sinceMs } = clock;
  const heldUnits = heldUnitsOf(desk, clock);
  if (heldUnits === 0) return 0;
  if (desk.squareOffs.covers(runId, leg)) return sinceMs === null ? 0 : heldUnits;
  // An exit that may still miss the market ends no stretch that runs.
  const openUnits = sinceMs === null ? heldUnits - closingUnits(desk, clock) : heldUnits;
  return Math.max(0, Math.min(openUnits, sum(stopsOf(desk, clock), wantedUnits)));
}

function heldUnitsOf(desk: Pick<Desk, 'ledger'>, clock: LegClock): number {
  clock.line ??= desk.ledger.line(clock.runId, clock.leg, clock.contract.symbol) ?? null;
  return Math.abs(clock.line?.position.netUnits ?? 0);
}

function stopsOf(desk: Desk, { runId, leg, contract }: LegClock): readonly StandingExit[] {
  return desk.protections.ofLeg(runId, leg).filter(({ order }) => {
    return order.role === 'stop' && order.contract.symbol === contract.symbol;
  });
}

/** After the last close nothing can be done, and nothing can be lost before the next open. */
function untilMs({ day, nowMs }: Pick<Desk, 'day' | 'nowMs'>): number {
  return Math.min(nowMs, day.sessions.at(-1)?.endMs ?? nowMs);
}

function standsFor(stop: StandingExit): number {
  return standingUnits(stop, false);
}

function seenToStand(stop: StandingExit): number {
  return standingUnits(stop, true);
}

function sum(stops: readonly StandingExit[], units: (stop: StandingExit) => number): number {
  return stops.reduce((total, stop) => total + units(stop), 0);
}
