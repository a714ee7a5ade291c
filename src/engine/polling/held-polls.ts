import { isTerminal, ORDER_STATUSES } from '../../model/orders/order-machine.ts';
import { type Desk, type Timed } from '../desk.ts';
import { type Intent } from '../intents/intent.ts';
import { countLeftOut, firstProofMs } from '../reconciling/seek-absence.ts';
import { type PollState } from './poll-book.ts';

/** Notes what a good poll of the orders says of those to come. */
export function holdPolls(
  desk: Timed & Pick<Desk, 'doubts'>,
  state: PollState,
  known: { readonly startedAtMs: number; readonly untilMs: number },
): void {
  const { startedAtMs } = known;
  const { everyMs, attemptsAtStart: attempts } = state;
  // Look-ups by tag find the list as fresh as it would be: its polls begin again a little before they may prove anything.
  const untilMs = Math.min(known.untilMs, state.endMs, firstProofMs(desk) - 2 * everyMs);
  const isLatest = state.lastStartedAtMs === startedAtMs;
  const isGood = state.lastGoodAtMs === startedAtMs && !state.isFailing;
  const isUseful = isLatest && isGood && untilMs > desk.nowMs;
  state.hold = isUseful ? { everyMs, untilMs, attempts } : null;
  state.isHolding = false;
}

/** Whether what a poll said of those to come still stands, for however long. */
function mayLeaveOut(desk: Desk, { hold, everyMs }: PollState): boolean {
  if (hold?.everyMs !== everyMs || hold.attempts !== desk.outbox.attempts) return false;
  return isCalm(desk);
}

/** Whether what a poll said reaches to now. */
function isHeld({ nowMs }: Pick<Desk, 'nowMs'>, { hold }: PollState): boolean {
  return hold !== null && hold.untilMs > nowMs;
}

/** Whether the poll that is due now may be left out. */
export function mayHold(desk: Desk, state: PollState): boolean {
  return isHeld(desk, state) && mayLeaveOut(desk, state);
}

/** Takes the polls that were left out since the last step, but for one that would begin now, as made and good. */
export function catchUpPolls(desk: Desk): void {
  const state = desk.polls.state('orders');
  if (!state.isHolding || state.hold === null || state.lastStartedAtMs === null) return;
  const { everyMs, untilMs } = state.hold;
  const endMs = Math.min(desk.nowMs, untilMs);
  const polls = Math.ceil((endMs - state.lastStartedAtMs) / everyMs) - 1;
  const lastAtMs = state.lastStartedAtMs + polls * everyMs;
  if (polls > 0) takeAsMade(desk, state, { polls, lastAtMs });
}

/** Takes polls of the orders that need not be made as made and good. */
export function takeAsMade(
  desk: Desk,
  state: PollState,
  { polls, lastAtMs }: { readonly polls: number; readonly lastAtMs: number },
): void {
  state.lastStartedAtMs = lastAtMs;
  state.lastGoodAtMs = lastAtMs;
  state.lastReadAtMs = lastAtMs;
  countLeftOut(desk, polls, lastAtMs);
}

/** The first poll at `dueMs` or later that has to be made. */
export function firstNeededMs({ hold, isHolding }: PollState, dueMs: number): number {
  if (!isHolding || hold === null || dueMs >= hold.untilMs) return dueMs;
  return dueMs + Math.ceil((hold.untilMs - dueMs) / hold.everyMs) * hold.everyMs;
}

/**
 * Whether nothing of ours is on the way anywhere: whatever may still fill rests in the book as it should, and what
 * was never seen cannot be proven absent yet. Only then do polls that bring nothing new lead to nothing, so that they
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
    if (ORDER_STATUSES[status].rests !== null) isWorking = true;
    else if (!isTerminal(status)) return false;
  }
  return isWorking;
}

/** Whether no poll is waited for: a cancel that was sent is sent again after a while. */
function isByTheClock(cancel: Intent['cancel']): boolean {
  return cancel === null || (cancel.sentAtMs !== null && !cancel.isUnderWay);
}

/** Whether nothing can be done about it but look for it: without an identifier not even a cancel. */
function isSought({ doubts }: Pick<Desk, 'doubts'>, intent: Intent): boolean {
  const { state, modify, modifyUnderWay, orders, acceptedOrderId } = intent;
  if (state !== 'unknown' || orders.size > 0 || acceptedOrderId !== null) return false;
  return modify === null && modifyUnderWay === null && doubts.of(intent.tag) !== undefined;
}
