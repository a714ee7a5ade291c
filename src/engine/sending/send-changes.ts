import { invariant } from '../../base/invariant.ts';
import { ORDER_STATUSES } from '../../model/orders/order-machine.ts';
import { type ModifyElement } from '../../ports/orders.ts';
import { type PricedOrder } from '../../risk/approve-order.ts';
import { type RiskApproved } from '../../risk/refusal.ts';
import { surplusOrderIds } from '../closing/surplus.ts';
import { type Desk, type Legs, type Timed } from '../desk.ts';
import { isHeldBack } from '../intents/hold-back.ts';
import {
  type CancelWish,
  cancelWish,
  hasArrived,
  type Intent,
  isExit,
  isLive,
  type ModifyWish,
  workingOrders,
} from '../intents/intent.ts';
import { partOf, refuse } from '../intents/refuse.ts';
import { judgeTerms } from '../judging/judge-intent.ts';
import { isSameTerms } from '../judging/order-terms.ts';
import { type MessageClass } from './message-budget.ts';
import { takeTurns } from './take-turns.ts';

/** A cancel that changes nothing is repeated after 5, 10 and then every 20 s, by default. */
const CANCEL_DOUBLINGS_MAX = 2;

/** A cancel that may leave. */
export interface DueCancel {
  readonly runId: string;
  readonly intent: Intent;
  readonly orderId: string;
}

/** A modify that may leave. */
export interface DueModify {
  readonly runId: string;
  readonly intent: Intent;
  readonly element: ModifyElement;
}

/** The cancels of a class that are wished and possible. One that changed nothing is due again after a while: it can do no harm. */
export function dueCancels(desk: Timed & Legs, what: MessageClass): readonly DueCancel[] {
  const due: DueCancel[] = [];
  for (const intent of desk.intents.live()) {
    if (!isCancelDue(desk, intent) || cancelClass(desk, intent, intent.cancel) !== what) continue;
    const { runId } = intent;
    for (const orderId of cancellableIds(intent)) due.push({ runId, intent, orderId });
  }
  return due;
}

/** Sends cancels. */
export function sendCancels(desk: Desk, cancels: readonly DueCancel[], what: MessageClass): void {
  for (const batch of batchesOf(desk, cancels)) {
    const orderIds = batch.map(({ orderId }) => orderId);
    const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'cancel', orderIds });
    const intents = new Map(batch.map(({ orderId, intent }) => [orderId, intent]));
    desk.attempts.add(attemptId, { kind: 'cancel', intents });
    desk.budget.send(attemptId, { nowMs: desk.nowMs, count: batch.length, what });
    for (const intent of new Set(intents.values())) {
      invariant(intent.cancel !== null, 'A cancel is sent that was not wished');
      const tries = intent.cancel.tries + 1;
      intent.cancel = { sentAtMs: desk.nowMs, isUnderWay: true, tries, isTooEarly: false };
    }
  }
}

/** The cancels of a class of what would fill more than was asked for, where a run wants that. Repeated as long as it works. */
export function dueSurplusCancels(desk: Desk, what: MessageClass): readonly DueCancel[] {
  const due: DueCancel[] = [];
  for (const intent of desk.surplus) {
    const { runId } = intent;
    for (const orderId of surplusOrderIds(intent)) {
      const wish = intent.surplusCancels.get(orderId) ?? cancelWish();
      if (!isTimely(desk, wish) || cancelClass(desk, intent, wish) !== what) continue;
      due.push({ runId, intent, orderId });
    }
  }
  return due;
}

/** Sends those. */
export function sendSurplusCancels(
  desk: Desk,
  cancels: readonly DueCancel[],
  what: MessageClass,
): void {
  for (const batch of batchesOf(desk, cancels)) {
    const orderIds = batch.map(({ orderId }) => orderId);
    const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'cancel', orderIds });
    desk.attempts.add(attemptId, { kind: 'cancel', intents: new Map() });
    desk.budget.send(attemptId, { nowMs: desk.nowMs, count: batch.length, what });
    for (const { intent, orderId } of batch) {
      invariant(desk.surplus.has(intent), 'An order is cancelled as too much that is not');
      const tries = (intent.surplusCancels.get(orderId)?.tries ?? 0) + 1;
      const wish = { sentAtMs: desk.nowMs, isUnderWay: false, tries, isTooEarly: false };
      intent.surplusCancels.set(orderId, wish);
    }
  }
}

/** The modifies that are wished and possible, of the intents that are meant. */
export function dueModifies(
  desk: Desk,
  isMeant: (intent: Intent) => boolean,
): readonly DueModify[] {
  const due: DueModify[] = [];
  for (const intent of desk.intents.live()) {
    if (!isMeant(intent)) continue;
    const element = dueModify(desk, intent);
    if (element !== null) due.push({ runId: intent.runId, intent, element });
  }
  return due;
}

/** Sends the modifies of entries that are wished and possible. */
export function sendEntryModifies(desk: Desk): void {
  const due = dueModifies(desk, (intent) => !isExit(intent));
  // Most steps: every one comes by.
  if (due.length === 0) return;
  const taken = takeTurns(desk, due, { what: 'entry' });
  sendModifies(
    desk,
    due.filter((modify) => taken.has(modify)),
    'entry',
  );
}

/** Sends modifies. */
export function sendModifies(desk: Desk, modifies: readonly DueModify[], what: MessageClass): void {
  for (const batch of batchesOf(desk, modifies)) {
    const elements = batch.map(({ element }) => element);
    const attemptId = desk.outbox.attempt(desk.nowMs, { kind: 'modify', elements });
    const intents = new Map(batch.map(({ element, intent }) => [element.orderId, intent]));
    desk.attempts.add(attemptId, { kind: 'modify', intents });
    desk.budget.send(attemptId, { nowMs: desk.nowMs, count: batch.length, what });
    for (const { intent, element } of batch) {
      invariant(intent.modifyUnderWay === null, 'Two modifies of one order are under way');
      intent.modifyUnderWay = element.terms;
      intent.modifications += 1;
      intent.pricedAtMs = desk.nowMs;
    }
  }
}

/** A first cancel frees what it stands for, and so does every one that an exit waits for; others only repeat themselves. */
function cancelClass(
  desk: Pick<Desk, 'squareOffs'>,
  intent: Intent,
  wish: CancelWish,
): MessageClass {
  const isFirst = wish.tries === 0;
  return isFirst || desk.squareOffs.covers(intent.runId, intent.order.leg) ? 'urgent' : 'steady';
}

function isCancelDue(
  desk: Timed,
  intent: Intent,
): intent is Intent & { readonly cancel: CancelWish } {
  const { cancel } = intent;
  if (cancel === null || cancel.isUnderWay || !isLive(intent)) return false;
  if (isHeldBack(desk, intent)) return false;
  return (cancel.isTooEarly && hasArrived(intent)) || isTimely(desk, cancel);
}

/** Whether a cancel was not sent yet, or long enough ago. */
function isTimely(desk: Timed, { sentAtMs, tries }: CancelWish): boolean {
  if (sentAtMs === null) return true;
  const doublings = Math.min(tries - 1, CANCEL_DOUBLINGS_MAX);
  const dueMs = sentAtMs + desk.limits.cancelRetryMs * 2 ** doublings;
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
  const order = workingOrders(intent).find(({ status }) => !ORDER_STATUSES[status].isChanging);
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
  intent.cancel = cancelWish();
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
