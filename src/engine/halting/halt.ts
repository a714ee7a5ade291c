import { invariant } from '../../base/invariant.ts';
import { type Halt, type HaltState } from '../../model/orders/halt-and-lock.ts';
import { type Order } from '../../model/orders/order.ts';
import { wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk, type Telling } from '../desk.ts';
import { type Intent, isExit } from '../intents/intent.ts';
import { partOf, refuse, refuseUnsent } from '../intents/refuse.ts';
import { awaitsFirstOrders } from '../lifecycle/away.ts';
import { isHedgeIntent } from '../positions/cover.ts';

const STRICTNESS: Readonly<Record<HaltState, number>> = { active: 0, reducing: 1, halted: 2 };

/**
 * Stops new risk. A state that is as strict already stays as it is, with its own reason: false.
 * From here on every step refuses what waits to enter; `halted` cancels what works, too.
 */
export function haltAt(
  desk: Pick<Desk, 'halt' | 'nowMs' | 'outbox'>,
  { state, reason, by }: Pick<Halt, 'state' | 'reason' | 'by'>,
): boolean {
  if (STRICTNESS[state] <= STRICTNESS[desk.halt.state]) return false;
  setHalt(desk, { state, sinceMs: desk.nowMs, reason, by });
  desk.outbox.notice('halted', null, { state, by, reason });
  return true;
}

/** Takes over the halt of an earlier day or process. It never makes a stricter state milder. */
export function carryHaltOver(desk: Pick<Desk, 'halt' | 'outbox' | 'nowMs'>, halt: Halt): void {
  if (STRICTNESS[halt.state] <= STRICTNESS[desk.halt.state]) return;
  setHalt(desk, halt);
  const { state, by, reason } = halt;
  desk.outbox.notice('halt-carried-over', null, { state, by, reason });
}

/** Allows new risk again. Only the operator does that. */
export function resume(desk: Telling & Pick<Desk, 'halt' | 'begunAnew'>, reason: string): void {
  desk.begunAnew = null;
  setHalt(desk, { state: 'active', sinceMs: desk.nowMs, reason, by: 'operator' });
  desk.outbox.notice('resumed', null, { reason });
}

/** Takes what would add risk away while the account does not allow it, whatever asked for it. */
export function enforceHalt(desk: Desk): void {
  const { state, reason } = desk.halt;
  if (state === 'active' || awaitsFirstOrders(desk)) return;
  const why = `the account is ${state}: ${reason}`;
  for (const intent of desk.intents.live()) {
    // The hedge of an open short is no new risk: without it the short would be uncovered.
    if (isExit(intent) || !isAtStake(intent, state) || isHedgeIntent(desk, intent)) continue;
    if (intent.state === 'waiting') {
      refuseUnsent(desk, intent, { kind: 'not-sent', detail: why });
    } else if (state === 'halted') wishCancel(desk, intent, why);
    if (intent.modify === null) continue;
    const part = { ...partOf(intent), commandIndex: intent.modify.commandIndex };
    intent.modify = null;
    refuse(desk, part, { kind: 'not-modified', detail: why });
  }
}

/** Whether there is anything to take away. Asked first, since every step comes by while the account is halted. */
function isAtStake({ state, modify, cancel, replaceWith }: Intent, halt: HaltState): boolean {
  if (state === 'waiting' || modify !== null) return true;
  const isOnItsWayOut = cancel !== null && replaceWith === null && state !== 'absent';
  return halt === 'halted' && !isOnItsWayOut;
}

function setHalt(desk: Pick<Desk, 'halt' | 'outbox' | 'nowMs'>, halt: Halt): void {
  const isStricter = STRICTNESS[halt.state] > STRICTNESS[desk.halt.state];
  invariant(isStricter || halt.by === 'operator', 'Only the operator makes a halt milder');
  desk.halt = halt;
  desk.outbox.record({ kind: 'halt', atMs: desk.nowMs, halt });
}

/**
 * Works in that the journal is new in the middle of a trading day, or has lost its end. What was sent before cannot be known
 * from here, and a position start or signal that is sent twice is held twice: no new risk until the operator confirms. On
 * paper nothing but a position start reaches the platform, so the first of those halts the account.
 */
export function takeBegunAnew(desk: Desk, detail: string): void {
  desk.begunAnew = detail;
  if (desk.options.mode === 'live') haltForAnew(desk);
}

/** Halts before a position start or text signal that an earlier process may have sent already. */
export function haltForAnew(desk: Telling & Pick<Desk, 'halt' | 'begunAnew'>): void {
  if (desk.begunAnew === null) return;
  haltAt(desk, { state: 'reducing', reason: desk.begunAnew, by: 'start' });
}

/** Orders of ours that are older than this journal's day: the journal that knew them is gone. */
export function haltForEarlier(desk: Desk, orphans: readonly Order[]): void {
  const { openedAtMs } = desk;
  const earlier = orphans.filter(({ createdAtMs }) => createdAtMs < openedAtMs);
  if (desk.options.mode !== 'live' || earlier.length === 0) return;
  const ids = earlier.map(({ orderId }) => orderId).join(', ');
  const reason = `the platform shows orders with a tag of ours (${ids}) from before this journal's day began: a journal is missing, or another program trades for the account`;
  haltAt(desk, { state: 'reducing', reason, by: 'start' });
}
