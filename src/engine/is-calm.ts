import { isTerminal, type OrderStatus } from '../model/order.ts';
import { type Desk } from './desk.ts';
import { type Intent } from './intent.ts';
import { firstProofMs } from './seek-absence.ts';

/** In these an order stays until the exchange or somebody moves it. */
const RESTING: ReadonlySet<OrderStatus> = new Set(['open', 'trigger-pending', 'cancel-pending']);

/**
 * Whether nothing of ours is on the way anywhere: whatever may still fill rests in the book as it should, and what
 * nobody has seen cannot be proven absent yet. Only then do polls that bring nothing new lead to nothing, so that they
 * need not be made. All else that waits for a time asks to be woken.
 */
export function isCalm(desk: Desk): boolean {
  if (desk.attempts.size > 0 || desk.listWatch.isLooking) return false;
  if (firstProofMs(desk) <= desk.nowMs) return false;
  for (const intent of desk.intents.live()) {
    if (!isResting(intent) && !isSought(desk, intent)) return false;
  }
  return true;
}

function isResting({ state, cancel, modify, modifyUnderWay, orders }: Intent): boolean {
  if (state !== 'accepted' || orders.size === 0) return false;
  if (modify !== null || modifyUnderWay !== null || !isByTheClock(cancel)) return false;
  let isWorking = false;
  for (const { status } of orders.values()) {
    if (RESTING.has(status)) isWorking = true;
    else if (!isTerminal(status)) return false;
  }
  return isWorking;
}

/** Whether no poll is waited for: a cancel that was sent is sent again after a while. */
function isByTheClock(cancel: Intent['cancel']): boolean {
  return cancel === null || (cancel.sentAtMs !== null && !cancel.isUnderWay);
}

/** Whether nothing can be done about it but look for it: without an identifier not even a cancel. */
function isSought({ doubts }: Desk, intent: Intent): boolean {
  const { state, modify, modifyUnderWay, orders, acceptedOrderId } = intent;
  if (state !== 'unknown' || orders.size > 0 || acceptedOrderId !== null) return false;
  return modify === null && modifyUnderWay === null && doubts.of(intent.tag) !== undefined;
}
