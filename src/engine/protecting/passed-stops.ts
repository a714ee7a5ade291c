import { ORDER_STATUSES, type StatusFacts } from '../../model/orders/order-machine.ts';
import { type Desk } from '../desk.ts';
import { hasWorking, type Intent } from '../intents/intent.ts';
import { SHOWN_WITHIN_MS } from '../polling/cadence.ts';
import { type StandingExit } from './protection-book.ts';
import { isPassed } from './stop-ladder.ts';

/**
 * Whether an order of a stop triggered and did not fill in time: its limit is behind the market, so it protects nothing
 * any more, and new terms or a cancel for it may never arrive. Only while the price is through the trigger, as some
 * platforms show a stop that waits as open, too.
 */
export function isLeftBehind(desk: Desk, exit: StandingExit): boolean {
  if (!exit.open.some(restsAtLimit)) {
    exit.restsSinceMs = null;
    return false;
  }
  desk.protections.isPriceAwaited = true;
  if (!isThrough(desk, exit)) {
    exit.restsSinceMs = null;
    return false;
  }
  exit.restsSinceMs ??= desk.nowMs;
  const dueMs = exit.restsSinceMs + desk.limits.repriceMs;
  if (dueMs > desk.nowMs) desk.wakesAtMs.push(dueMs);
  return dueMs <= desk.nowMs;
}

/** Whether an order is a stop that triggered, and rests at its limit. */
export function restsAtLimit(intent: Intent): boolean {
  return isStopThatRests(intent, 'at-limit');
}

/** Whether the last price is through the trigger of a stop. */
export function isThrough(
  desk: Pick<Desk, 'quotes'>,
  { order }: Pick<StandingExit, 'order'>,
): boolean {
  return isPassedBy(desk, order, order.terms);
}

/** The same by other terms than it has. */
function isPassedBy(
  desk: Pick<Desk, 'quotes'>,
  { role, side, contract }: StandingExit['order'],
  terms: StandingExit['order']['terms'],
): boolean {
  if (role !== 'stop') return false;
  return isPassed(terms, side, desk.quotes.last(contract.symbol)?.lastPaise ?? null);
}

/**
 * Notes a stop that the platform shows waiting though the price is through its trigger: by every look at fresh orders and
 * fresh prices, for longer than a list of orders may be late. It may still act, so nothing is sent for it; but it is not
 * known to protect anything.
 */
export function notePassed(desk: Desk, exit: StandingExit): void {
  if (!isWaitingBeyond(desk, exit)) {
    exit.waitsSinceMs = null;
    exit.isPassed = false;
    return;
  }
  desk.protections.isPriceAwaited = true;
  if (exit.isPassed) return;
  const { limits, nowMs } = desk;
  const { quoteAgeMs } = desk.quotes.ages(exit.order.contract.symbol, nowMs);
  const ordersAtMs = desk.polls.state('orders').lastGoodAtMs ?? -Infinity;
  const areOrdersFresh = nowMs - ordersAtMs <= limits.ordersAgeMsMax;
  if (!areOrdersFresh || quoteAgeMs === null || quoteAgeMs > limits.quoteAgeMsMax) {
    exit.waitsSinceMs = null;
    return;
  }
  exit.waitsSinceMs ??= nowMs;
  if (ordersAtMs < exit.waitsSinceMs + SHOWN_WITHIN_MS) return;
  exit.isPassed = true;
  desk.protections.doubt(exit, exit.waitsSinceMs);
}

/** Whether the platform shows an order of a stop waiting though the price is through its trigger. */
export function isWaitingBeyond(desk: Pick<Desk, 'quotes'>, exit: StandingExit): boolean {
  return exit.open.some((intent) => waitsBeyond(desk, exit, intent));
}

/** By the trigger that it has, or by the one that it is to have: new terms may not get there. */
function waitsBeyond(desk: Pick<Desk, 'quotes'>, exit: StandingExit, intent: Intent): boolean {
  if (!isStopThatRests(intent, 'at-trigger')) return false;
  if (isThrough(desk, exit)) return true;
  return hasWorking(intent, ({ terms }) => isPassedBy(desk, exit.order, terms));
}

function isStopThatRests(intent: Intent, where: StatusFacts['rests']): boolean {
  if (intent.order.role !== 'stop') return false;
  return hasWorking(intent, ({ status, terms }) => {
    return ORDER_STATUSES[status].rests === where && terms.kind === 'stop';
  });
}
