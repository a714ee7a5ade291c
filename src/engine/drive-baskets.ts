import { isUnderWay, type OpenBasket } from './basket-book.ts';
import { wishCancel } from './change-commands.ts';
import { completeBasket } from './complete-basket.ts';
import { type Desk } from './desk.ts';
import { filledUnits, type Intent, isFilled, isLive } from './intent.ts';
import { tellLateFills } from './late-fills.ts';
import { startSquareOff } from './square-off.ts';
import { holdsAnything, legsInWords, watchNaked } from './watch-naked.ts';

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
    basket.state = 'complete';
    return;
  }
  const isLeft = intents.some(({ order }) => desk.squareOffs.covers(basket.runId, order.leg));
  const isOver = intents.every(isFinal);
  if (isLeft || (isOver && intents.every((intent) => filledUnits(intent) === 0))) {
    basket.state = 'given-up';
  } else if (basket.state === 'unwinding') unwind(desk, basket);
  else if (isOver || isOverdue(desk, basket)) resolve(desk, basket);
}

/** Whether its time is over. It runs from when the first order left. */
function isOverdue(desk: Desk, basket: OpenBasket): boolean {
  if (basket.group.intents.every(({ sentAtMs }) => sentAtMs === null)) return false;
  basket.sinceMs ??= desk.nowMs;
  const dueMs = basket.sinceMs + basket.plan.withinMs;
  if (dueMs <= desk.nowMs) return true;
  desk.wakesAtMs.push(dueMs);
  return false;
}

function resolve(desk: Desk, basket: OpenBasket): void {
  const missing = basket.group.intents.filter((intent) => !isFilled(intent));
  const what = `${String(missing.length)} of ${String(basket.group.intents.length)} orders in ${legsInWords(basket)} are not filled`;
  switch (basket.plan.otherwise) {
    case 'unwind':
      basket.state = 'unwinding';
      desk.outbox.notice('critical', basket.runId, `The basket is unwound: ${what}`);
      unwind(desk, basket);
      break;
    case 'hold':
      hold(desk, basket, what);
      break;
    case 'complete':
      complete(desk, basket, { what, missing });
      break;
  }
}

function complete(
  desk: Desk,
  basket: OpenBasket,
  { what, missing }: { readonly what: string; readonly missing: readonly Intent[] },
): void {
  if (missing.some(({ state }) => state === 'unknown')) {
    hold(desk, basket, `${what}, and an order without a certain answer blocks the others`);
    return;
  }
  if (basket.state === 'completing') {
    hold(desk, basket, `${what}, though they were asked for twice`);
    return;
  }
  desk.outbox.notice('warning', basket.runId, `The basket is completed at the market: ${what}`);
  basket.state = 'completing';
  basket.sinceMs = desk.nowMs;
  desk.wakesAtMs.push(desk.nowMs + basket.plan.withinMs);
  completeBasket(desk, basket);
}

function unwind(desk: Desk, basket: OpenBasket): void {
  const shorts = basket.group.intents.filter(({ order }) => order.side === 'sell');
  const why = 'the basket is unwound';
  for (const intent of shorts) wishCancel(desk, intent, why);
  // Hedges that were sold while a short may still fill would leave it naked.
  if (shorts.some(isLive)) return;
  basket.state = 'unwound';
  const scope = [...new Set(basket.group.intents.map(({ order }) => order.leg))];
  startSquareOff(desk, { runId: basket.runId, scope, reason: why, origin: 'strategy' });
}

/** Whoever was told that it is unwound would look for positions to be gone. */
function tellKept(desk: Desk, basket: OpenBasket): void {
  const what = `orders in ${legsInWords(basket)} filled before they were cancelled`;
  desk.outbox.notice(
    'critical',
    basket.runId,
    `The basket is complete after all: ${what}; it is kept`,
  );
}

function hold(desk: Desk, basket: OpenBasket, what: string): void {
  basket.state = 'held';
  basket.missing = basket.group.intents.filter((intent) => !isFilled(intent));
  const severity = basket.isAsked ? 'critical' : 'warning';
  desk.outbox.notice(severity, basket.runId, `The basket is not complete: ${what}; left as it is`);
}

/** Whether nothing more can come of it. What is unknown may still. */
function isFinal(intent: Intent): boolean {
  return isFilled(intent) || !isLive(intent);
}
