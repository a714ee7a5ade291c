import { type OrderStatus } from '../model/order.ts';
import { type ModifyElement } from '../ports/orders.ts';
import { type PricedOrder } from '../risk/approve-order.ts';
import { type RiskApproved } from '../risk/risk-approved.ts';
import { type Desk } from './desk.ts';
import { surplusOrderIds } from './flatten-surplus.ts';
import { isHeldBack } from './hold-back.ts';
import { type Intent, type ModifyWish, isExit, isLive, workingOrders } from './intent.ts';
import { judgeTerms } from './judge-terms.ts';
import { partOf, refuse } from './refuse.ts';
import { isSameTerms } from './same-terms.ts';
import { takeFromBudget } from './take-from-budget.ts';

/** An order in one of these is between two states; a modify waits until it is in one. */
const CHANGING: ReadonlySet<OrderStatus> = new Set([
  'place-pending',
  'modify-pending',
  'cancel-pending',
]);

/** Sends the cancels that are wished and possible. One that changed nothing is sent again after a while: it can do no harm. */
export function sendCancels(desk: Desk): void {
  const wanted: { readonly intent: Intent; readonly orderId: string }[] = [];
  for (const intent of desk.intents.live()) {
    if (!isCancelDue(desk, intent)) continue;
    for (const orderId of cancellableIds(intent)) wanted.push({ intent, orderId });
  }
  for (const batch of batchesOf(desk, takeFromBudget(desk, wanted, 'exit'))) {
    const orderIds = batch.map(({ orderId }) => orderId);
    const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'cancel', orderIds });
    const intents = new Map(batch.map(({ orderId, intent }) => [orderId, intent]));
    desk.attempts.add(attemptId, { kind: 'cancel', intents });
    for (const { intent } of batch) intent.cancel = { sentAtMs: desk.nowMs, isUnderWay: true };
  }
}

/** Cancels what would fill more than was asked for, where a run wants that. Repeated as long as it works. */
export function cancelSurplus(desk: Desk): void {
  const wanted: { readonly intent: Intent; readonly orderId: string }[] = [];
  for (const intent of desk.surplus) {
    for (const orderId of surplusOrderIds(intent)) {
      const dueMs = intent.surplusCancels.get(orderId) ?? -Infinity;
      if (dueMs <= desk.nowMs) wanted.push({ intent, orderId });
      else desk.wakesAtMs.push(dueMs);
    }
  }
  for (const batch of batchesOf(desk, takeFromBudget(desk, wanted, 'exit'))) {
    const orderIds = batch.map(({ orderId }) => orderId);
    const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'cancel', orderIds });
    desk.attempts.add(attemptId, { kind: 'cancel', intents: new Map() });
    for (const { intent, orderId } of batch) {
      intent.surplusCancels.set(orderId, desk.nowMs + desk.limits.cancelRetryMs);
    }
  }
}

/** Sends the modifies that are wished and possible: those of exits, or those of entries. */
export function sendModifies(desk: Desk, what: 'entry' | 'exit'): void {
  const wanted: { readonly intent: Intent; readonly element: ModifyElement }[] = [];
  for (const intent of desk.intents.live()) {
    if (isExit(intent) !== (what === 'exit')) continue;
    const element = dueModify(desk, intent);
    if (element !== null) wanted.push({ intent, element });
  }
  for (const batch of batchesOf(desk, takeFromBudget(desk, wanted, what))) {
    const elements = batch.map(({ element }) => element);
    const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'modify', elements });
    const intents = new Map(batch.map(({ element, intent }) => [element.orderId, intent]));
    desk.attempts.add(attemptId, { kind: 'modify', intents });
    for (const { intent, element } of batch) {
      intent.modifyUnderWay = element.terms;
      intent.modifications += 1;
      intent.pricedAtMs = desk.nowMs;
    }
  }
}

function isCancelDue(desk: Desk, intent: Intent): boolean {
  const { cancel } = intent;
  if (cancel === null || cancel.isUnderWay || !isLive(intent)) return false;
  if (isHeldBack(desk, intent)) return false;
  if (cancel.sentAtMs === null) return true;
  const dueMs = cancel.sentAtMs + desk.limits.cancelRetryMs;
  if (dueMs <= desk.nowMs) return true;
  desk.wakesAtMs.push(dueMs);
  return false;
}

function cancellableIds(intent: Intent): readonly string[] {
  if (intent.orders.size > 0) return workingOrders(intent).map(({ orderId }) => orderId);
  return intent.acceptedOrderId === null ? [] : [intent.acceptedOrderId];
}

function dueModify(desk: Desk, intent: Intent): ModifyElement | null {
  const { modify } = intent;
  if (modify === null || intent.modifyUnderWay !== null || intent.cancel !== null) return null;
  const order = workingOrders(intent).find(({ status }) => !CHANGING.has(status));
  if (order === undefined || !mayRepeat(desk, intent, modify)) return null;
  if (isSameTerms(order.terms, modify.terms)) {
    intent.modify = null;
    return null;
  }
  const approval = judgeTerms(desk, intent, modify.terms);
  if (!approval.ok) {
    intent.modify = null;
    refuse(desk, { ...partOf(intent), commandIndex: modify.commandIndex }, approval.error);
    return null;
  }
  if (intent.modifications < desk.limits.modificationsMax) {
    return elementOf(order.orderId, approval.value);
  }
  // The exchange takes no more modifications of this order. What is left of an exit is asked for by its goal.
  intent.replaceWith = isExit(intent) ? null : modify.terms;
  intent.modify = null;
  intent.cancel = { sentAtMs: null, isUnderWay: false };
  desk.wakesAtMs.push(desk.nowMs);
  return null;
}

function elementOf(orderId: string, { terms }: RiskApproved<PricedOrder>): ModifyElement {
  return { orderId, terms };
}

/** After a modify without an answer, a later poll has to show first that it did not take effect. */
function mayRepeat(desk: Desk, intent: Intent, { unknownAtMs }: ModifyWish): boolean {
  if (isHeldBack(desk, intent)) return false;
  if (unknownAtMs === null) return true;
  const goodAtMs = desk.polls.state('orders').lastGoodAtMs;
  return goodAtMs !== null && goodAtMs >= unknownAtMs + desk.limits.cancelRetryMs;
}

function batchesOf<Element>(desk: Desk, elements: readonly Element[]): readonly Element[][] {
  const batches: Element[][] = [];
  for (let start = 0; start < elements.length; start += desk.limits.batchElementsMax) {
    batches.push(elements.slice(start, start + desk.limits.batchElementsMax));
  }
  return batches;
}
