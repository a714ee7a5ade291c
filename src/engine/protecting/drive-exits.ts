import { invariant } from '../../base/invariant.ts';
import { namedOrder } from '../../notices/named-order.ts';
import { failedExitText } from '../../notices/stops-and-exits.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { type Desk, isInSession, type Legs, type Telling, type Settling } from '../desk.ts';
import { type Intent, isFilled, isGivenUp, isLive, isRefused } from '../intents/intent.ts';
import { planIntents } from '../intents/plan-intents.ts';
import { refuseUnsent, tellRun } from '../intents/refuse.ts';
import { isBookKnown } from '../lifecycle/away.ts';
import { heldFacts } from '../positions/legs.ts';
import { makeWay } from './make-way.ts';
import { isLeftBehind, isThrough, notePassed } from './passed-stops.ts';
import { coveredUnits, FAILURES_MAX, type StandingExit, wantedUnits } from './protection-book.ts';
import { laddered } from './stop-ladder.ts';

/** An order that stood so long was a good one: what ended it is no reason to give up. */
const STOOD_MS = 60_000;

/** Sees to it that each exit that a run asked for is closed, stands, or is placed again. */
export function driveExits(desk: Desk): void {
  const { protections } = desk;
  protections.isPriceAwaited = false;
  protections.end(({ runId, order }) => desk.squareOffs.covers(runId, order.leg));
  for (const exit of protections.all()) noteEnds(desk, exit);
  protections.end((exit) => isOver(desk, exit));
  for (const exit of protections.all()) if (!waitsForOthers(desk, exit)) makeWay(desk, exit);
  for (const exit of protections.all()) if (!waitsForOthers(desk, exit)) drive(desk, exit);
}

/** Whether nothing can be done for it now: its leg is paused, the exchange is closed, or the orders are not known yet. */
function waitsForOthers(desk: Desk, { runId, order }: StandingExit): boolean {
  if (desk.foreign.pauseOf(runId, order.leg) !== undefined) return true;
  return !isInSession(desk) || !isBookKnown(desk);
}

/** Filled, or nothing is held any more. */
function isOver(desk: Pick<Desk, 'ledger'>, exit: StandingExit): boolean {
  const { runId, order } = exit;
  if (wantedUnits(exit) === 0) return true;
  return desk.ledger.netUnits(runId, order.leg, order.contract.symbol) === 0;
}

/** Looks at orders that ended since the last look. Slices of one order count as one failure. */
function noteEnds(desk: Pick<Desk, 'nowMs' | 'protections' | 'limits'>, exit: StandingExit): void {
  const ended = exit.open.filter((intent) => !isLive(intent));
  if (ended.length === 0) return;
  exit.open = exit.open.filter(isLive);
  const failed = ended.filter(isFailed);
  const last = failed.at(-1);
  if (last === undefined) return;
  const isLong = failed.some(({ sentAtMs }) => desk.nowMs - (sentAtMs ?? desk.nowMs) >= STOOD_MS);
  if (isLong && last.state === 'accepted') exit.failures = 0;
  exit.failures += 1;
  if (failed.some(isRefused)) exit.rejections += 1;
  desk.protections.noteProblem(exit, endOf(last));
  // A stop is urgent; another exit leaves its run the time to decide otherwise.
  if (exit.order.role !== 'stop') exit.notBeforeMs = desk.nowMs + desk.limits.repriceMs;
}

/** Over before it filled, although it was not cancelled here. */
function isFailed(intent: Intent): boolean {
  return intent.cancel === null && !isFilled(intent);
}

function endOf({ state, detail, orders }: Intent): string {
  const record = [...orders.values()].at(-1);
  if (record !== undefined) {
    const isRejected = record.status === 'rejected';
    return isRejected ? `was rejected (${detail})` : `was ${record.status} by others`;
  }
  if (state === 'absent') return `never arrived (${detail})`;
  return state === 'refused' ? `was not sent (${detail})` : `was rejected (${detail})`;
}

function drive(desk: Desk, exit: StandingExit): void {
  watchUnsettled(desk, exit);
  notePassed(desk, exit);
  if (isLeftBehind(desk, exit)) {
    desk.protections.lose(exit, desk.nowMs);
    close(desk, exit, 'its stop triggered and rests unfilled, since the price ran past its limit');
    return;
  }
  const quantityUnits = missingUnits(desk, exit);
  if (quantityUnits <= 0) return;
  if (exit.failures >= FAILURES_MAX) giveUp(desk, exit);
  else if (isThrough(desk, exit)) closeBare(desk, exit, 'the price is through its trigger');
  else if (exit.notBeforeMs > desk.nowMs) desk.wakesAtMs.push(exit.notBeforeMs);
  else placeAgain(desk, exit, quantityUnits);
}

/** Units that are held, that it is to close, and that no order may close yet. */
function missingUnits(desk: Legs, exit: StandingExit): number {
  const missing = wantedUnits(exit) - coveredUnits(exit);
  if (missing <= 0) return 0;
  const { runId, order } = exit;
  const line = desk.ledger.line(runId, order.leg, order.contract.symbol);
  if (line === undefined) return 0;
  const { netUnits } = line.position;
  if (order.side !== (netUnits > 0 ? 'sell' : 'buy')) return 0;
  const held = heldFacts(desk, { runId, order }, null);
  const suspectedUnits = desk.foreign.suspectedUnits(line);
  return Math.min(missing, Math.abs(netUnits) - suspectedUnits - held.coveredUnits);
}

/** A stop whose order has not left, or has no certain outcome, while the price decides. */
function watchUnsettled(desk: Desk, exit: StandingExit): void {
  const unsettled = exit.open.filter((intent) => isUnsent(desk, intent) || isGivenUp(intent));
  if (exit.order.role !== 'stop' || unsettled.length === 0) return;
  desk.protections.isPriceAwaited = true;
  if (!isThrough(desk, exit)) return;
  for (const intent of unsettled) {
    if (intent.state === 'waiting') {
      refuseUnsent(desk, intent, {
        kind: 'not-sent',
        detail: 'the price is through its trigger',
      });
    } else tellPassed(desk, exit, intent);
  }
  noteEnds(desk, exit);
}

/** Not sent at once, as with a full disk or no connection: it would be refused when it leaves at last. */
function isUnsent(desk: Pick<Desk, 'nowMs'>, { state, waitingSinceMs }: Intent): boolean {
  return state === 'waiting' && desk.nowMs > waitingSinceMs;
}

/** A second exit could turn the position over, so nothing is sent: a person can look sooner than proof comes. */
function tellPassed(desk: Desk, exit: StandingExit, { tag, order, runId }: Intent): void {
  if (exit.isPassedTold) return;
  exit.isPassedTold = true;
  const { leg, contract } = order;
  desk.outbox.notice('stop-passed-unknown', runId, { symbol: contract.symbol, leg, tag });
}

function placeAgain(desk: Desk, exit: StandingExit, quantityUnits: number): void {
  const { runId, commandIndex, order, failures } = exit;
  const isUncovered = quantityUnits <= wantedUnits(exit) - coveredUnits(exit);
  invariant(isUncovered, 'An exit would be placed twice for the same units');
  const terms = laddered(order.terms, exit.rejections, order);
  // Where its own cancel ended it (too many modifications, others closed a part) nothing went wrong.
  if (failures > 0) {
    const { problem } = exit;
    const tries = { problem, order: failures + 1, ordersMax: FAILURES_MAX };
    desk.outbox.notice('exit-placed-again', runId, { ...namedOrder(order), ...tries });
  }
  const plan = { runId, commandIndex, origin: 'replacement', group: null } as const;
  const tags = planIntents(desk, { ...order, terms, quantityUnits }, plan);
  for (const tag of tags) {
    const intent = desk.intents.byTag(tag);
    if (intent === undefined) continue;
    exit.intents.push(intent);
    exit.open.push(intent);
  }
}

function giveUp(desk: Legs & Settling, exit: StandingExit): void {
  const { order } = exit;
  if (order.role === 'stop') {
    const isAsked = exit.intents.length > 0;
    const inARow = `${String(exit.failures)} orders for it in a row failed`;
    closeBare(desk, exit, isAsked ? inARow : 'no order can be made of it');
    return;
  }
  desk.protections.end((other) => other === exit);
  const failed = { ...namedOrder(order), problem: exit.problem, times: exit.failures };
  desk.outbox.notice('exit-given-up', exit.runId, failed);
  tellRun(desk, { ...exit, leg: order.leg }, failedExitText(failed));
}

function closeBare(desk: Telling & Legs, exit: StandingExit, why: string): void {
  const problem = exit.problem === '' ? '' : `the stop ${exit.problem}, and `;
  close(desk, exit, `it has no stop: ${problem}${why}`);
}

/** The leg is not left without its stop: it is closed as a square-off, priced anew until it is flat. */
function close(desk: Telling & Legs, exit: StandingExit, reason: string): void {
  const { runId, order } = exit;
  tellRun(desk, { ...exit, leg: order.leg }, `Leg "${order.leg}" is closed, since ${reason}`);
  startSquareOff(desk, { runId, scope: [order.leg], reason, origin: 'protection' });
}
