import { invariant } from '../../base/invariant.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type FactsOf } from '../../notices/notice.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk, hasCome, type Legs, type Settling, type Timed } from '../desk.ts';
import { filledUnits, type Intent, isFilled, isLive, workingOrders } from '../intents/intent.ts';
import { planIntents } from '../intents/plan-intents.ts';
import { partOf, refuse } from '../intents/refuse.ts';
import { judgeTerms } from '../judging/judge-intent.ts';
import { marketablePricePaise } from '../judging/order-terms.ts';
import { isUnderWay, moveBasket, type OpenBasket, partsOf } from './basket-book.ts';
import { holdsAnything, legsNamed, watchNaked } from './watch-naked.ts';

/** Does what each basket needs next: nothing, until it is complete or its time is over. */
export function driveBaskets(desk: Desk): void {
  for (const basket of desk.baskets.all()) {
    if (isUnderWay(basket)) advance(desk, basket);
    else tellLateFills(desk, basket);
    watchNaked(desk, basket);
  }
  desk.baskets.sweep((basket) => {
    if (isUnderWay(basket) || holdsAnything(desk, basket)) return false;
    return !basket.group.intents.some(isLive);
  });
}

function advance(desk: Desk, basket: OpenBasket): void {
  const { intents } = basket.group;
  if (intents.every(isFilled)) {
    if (basket.state === 'unwinding') {
      // After a notice that it is unwound, the operator expects the positions to be gone.
      desk.outbox.notice('basket-complete-after-all', basket.runId, { legs: legsNamed(basket) });
    }
    moveBasket(basket, 'complete');
    return;
  }
  const isLeft = intents.some(({ order }) => desk.squareOffs.covers(basket.runId, order.leg));
  const isOver = intents.every(isFinal);
  if (isLeft || (isOver && intents.every((intent) => filledUnits(intent) === 0))) {
    moveBasket(basket, 'given-up');
  } else if (basket.state === 'unwinding') unwind(desk, basket);
  else if (isOver || isOverdue(desk, basket)) resolve(desk, basket);
}

/** Whether its time is over. It runs from when the first order left. */
function isOverdue(desk: Timed, basket: OpenBasket): boolean {
  if (basket.group.intents.every(({ sentAtMs }) => sentAtMs === null)) return false;
  basket.sinceMs ??= desk.nowMs;
  return hasCome(desk, basket.sinceMs + basket.plan.withinMs);
}

/** Does what its plan says; one that cannot be completed is held. */
function resolve(desk: Desk, basket: OpenBasket): void {
  const { runId, group, plan, isAsked } = basket;
  const missing = group.intents.filter((intent) => !isFilled(intent));
  const counts = { missing: missing.length, orders: group.intents.length };
  const unfilled = { ...counts, legs: legsNamed(basket) };
  const because = plan.otherwise === 'complete' ? whyNotCompleted(basket, missing) : null;
  if (plan.otherwise === 'unwind') {
    moveBasket(basket, 'unwinding');
    desk.outbox.notice('basket-unwound', runId, unfilled);
    unwind(desk, basket);
  } else if (plan.otherwise === 'hold' || because !== null) {
    moveBasket(basket, 'held');
    basket.missing = missing;
    desk.outbox.notice('basket-incomplete', runId, { ...unfilled, because, isAsked });
  } else {
    desk.outbox.notice('basket-completed', runId, unfilled);
    moveBasket(basket, 'completing');
    basket.sinceMs = desk.nowMs;
    desk.wakesAtMs.push(desk.nowMs + plan.withinMs);
    completeBasket(desk, basket);
  }
}

function whyNotCompleted(
  { state }: OpenBasket,
  missing: readonly Intent[],
): FactsOf<'basket-incomplete'>['because'] {
  if (missing.some((intent) => intent.state === 'unknown')) return 'no-certain-answer';
  return state === 'completing' ? 'asked-twice' : null;
}

function unwind(desk: Legs & Settling, basket: OpenBasket): void {
  const shorts = basket.group.intents.filter(({ order }) => order.side === 'sell');
  const why = 'the basket is unwound';
  for (const intent of shorts) wishCancel(desk, intent, why);
  // Hedges that were sold while a short may still fill would leave it naked.
  if (shorts.some(isLive)) return;
  moveBasket(basket, 'unwound');
  const scope = [...new Set(basket.group.intents.map(({ order }) => order.leg))];
  startSquareOff(desk, { runId: basket.runId, scope, reason: why, origin: 'strategy' });
}

/** Whether nothing more can come of it. What is unknown may still. */
function isFinal(intent: Intent): boolean {
  return isFilled(intent) || !isLive(intent);
}

/** Prices what works through the other side of the book, and asks once more for what is over without having filled. */
export function completeBasket(desk: Desk, basket: OpenBasket): void {
  const lost: { readonly order: LegOrder; readonly commandIndex: number | null }[] = [];
  for (const intent of basket.group.intents) {
    const missingUnits = intent.order.quantityUnits - filledUnits(intent);
    if (missingUnits <= 0) continue;
    invariant(missingUnits <= intent.order.quantityUnits, 'A basket asks for more than is missing');
    if (isLive(intent)) hasten(desk, intent);
    else {
      const terms = { kind: 'marketable', bufferPercent: null } as const;
      const order = { ...intent.order, quantityUnits: missingUnits, terms };
      lost.push({ order, commandIndex: intent.commandIndex });
    }
  }
  // They go together with those that stand: hedges before shorts.
  const standing = basket.group.intents.filter((intent) => isLive(intent) || isFilled(intent));
  basket.group = { intents: [...standing], hedgedAtMs: null };
  for (const { order, commandIndex } of lost) {
    const { runId, group } = basket;
    planIntents(desk, order, { runId, commandIndex, origin: 'replacement', group });
  }
}

/** Wishes a working order a price at which it should fill at once, if the gate allows that price. */
function hasten(desk: Desk, intent: Intent): void {
  const { order, commandIndex } = intent;
  if (workingOrders(intent).length === 0 || intent.cancel !== null) return;
  const quote = desk.quotes.last(order.contract.symbol);
  const { side, contract } = order;
  const pricing = { side, contract, bufferPercent: null, quote, fallbackPaise: null };
  const pricePaise = marketablePricePaise(pricing, desk.limits);
  if (pricePaise === null) return;
  const terms = { kind: 'limit', pricePaise } as const;
  const approval = judgeTerms(desk, intent, terms);
  if (approval.ok) intent.modify = { terms, commandIndex, unknownAtMs: null };
  else refuse(desk, partOf(intent), approval.error);
}

/**
 * Reports orders that fill after their basket was held: hours on they are no entry any more, and what they were to stand
 * beside may be closed.
 */
function tellLateFills(desk: Pick<Desk, 'ledger' | 'nowMs' | 'outbox'>, basket: OpenBasket): void {
  const late = basket.missing.filter(isFilled);
  if (late.length === 0) return;
  basket.missing = basket.missing.filter((intent) => !isFilled(intent));
  const { runId, group } = basket;
  const { nowMs: seenAtMs } = desk;
  const afterMs = seenAtMs - Math.min(...group.intents.map(({ sentAtMs }) => sentAtMs ?? seenAtMs));
  for (const leg of new Set(late.map(({ order }) => order.leg))) {
    const others = partsOf(basket).filter((part) => part.leg !== leg);
    const held = others.filter(
      (part) => desk.ledger.netUnits(runId, part.leg, part.contract.symbol) !== 0,
    );
    const beside = [...new Set(held.map((part) => part.leg))];
    desk.outbox.notice('leg-filled-late', runId, { leg, seenAtMs, afterMs, beside });
  }
}
