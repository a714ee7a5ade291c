import { invariant } from '../../base/invariant.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Unfilled } from '../../notices/baskets.ts';
import { type FactsOf } from '../../notices/notice.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk, type Timed, type Legs, type Settling } from '../desk.ts';
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
    if (basket.state === 'unwinding') tellKept(desk, basket);
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
  const dueMs = basket.sinceMs + basket.plan.withinMs;
  if (dueMs <= desk.nowMs) return true;
  desk.wakesAtMs.push(dueMs);
  return false;
}

function resolve(desk: Desk, basket: OpenBasket): void {
  const missing = basket.group.intents.filter((intent) => !isFilled(intent));
  const unfilled = unfilledOf(basket, missing.length);
  switch (basket.plan.otherwise) {
    case 'unwind':
      moveBasket(basket, 'unwinding');
      desk.outbox.notice('basket-unwound', basket.runId, unfilled);
      unwind(desk, basket);
      break;
    case 'hold':
      hold(desk, basket, { ...unfilled, because: null });
      break;
    case 'complete':
      complete(desk, basket, missing);
      break;
  }
}

function unfilledOf(basket: OpenBasket, missing: number): Unfilled {
  return { missing, orders: basket.group.intents.length, legs: legsNamed(basket) };
}

function complete(desk: Desk, basket: OpenBasket, missing: readonly Intent[]): void {
  const unfilled = unfilledOf(basket, missing.length);
  if (missing.some(({ state }) => state === 'unknown')) {
    hold(desk, basket, { ...unfilled, because: 'no-certain-answer' });
    return;
  }
  if (basket.state === 'completing') {
    hold(desk, basket, { ...unfilled, because: 'asked-twice' });
    return;
  }
  desk.outbox.notice('basket-completed', basket.runId, unfilled);
  moveBasket(basket, 'completing');
  basket.sinceMs = desk.nowMs;
  desk.wakesAtMs.push(desk.nowMs + basket.plan.withinMs);
  completeBasket(desk, basket);
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

/** After a notice that it is unwound, the operator expects the positions to be gone. */
function tellKept(desk: Pick<Desk, 'outbox'>, basket: OpenBasket): void {
  desk.outbox.notice('basket-complete-after-all', basket.runId, { legs: legsNamed(basket) });
}

function hold(
  desk: Pick<Desk, 'outbox'>,
  basket: OpenBasket,
  why: Omit<FactsOf<'basket-incomplete'>, 'isAsked'>,
): void {
  moveBasket(basket, 'held');
  basket.missing = basket.group.intents.filter((intent) => !isFilled(intent));
  const { runId, isAsked } = basket;
  desk.outbox.notice('basket-incomplete', runId, { ...why, isAsked });
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
    else lost.push({ order: again(intent, missingUnits), commandIndex: intent.commandIndex });
  }
  // They go together with those that stand: hedges before shorts.
  const standing = basket.group.intents.filter((intent) => isLive(intent) || isFilled(intent));
  basket.group = { intents: [...standing], hedgedAtMs: null };
  for (const { order, commandIndex } of lost) {
    const { runId, group } = basket;
    planIntents(desk, order, { runId, commandIndex, origin: 'replacement', group });
  }
}

function again({ order }: Intent, quantityUnits: number): LegOrder {
  return { ...order, quantityUnits, terms: { kind: 'marketable', bufferPercent: null } };
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
  for (const leg of new Set(late.map(({ order }) => order.leg))) {
    tellLateFill(desk, basket, leg);
  }
}

function tellLateFill(
  desk: Pick<Desk, 'ledger' | 'nowMs' | 'outbox'>,
  basket: OpenBasket,
  leg: string,
): void {
  const { runId } = basket;
  const others = partsOf(basket).filter((part) => part.leg !== leg);
  const held = others.filter(
    (part) => desk.ledger.netUnits(runId, part.leg, part.contract.symbol) !== 0,
  );
  const beside = [...new Set(held.map((part) => part.leg))];
  const { nowMs: seenAtMs } = desk;
  const afterMs = seenAtMs - sentAtMs(desk, basket);
  desk.outbox.notice('leg-filled-late', runId, { leg, seenAtMs, afterMs, beside });
}

/** When the first order of a basket left. */
function sentAtMs({ nowMs }: Pick<Desk, 'nowMs'>, { group }: OpenBasket): number {
  return Math.min(...group.intents.map((intent) => intent.sentAtMs ?? nowMs));
}
