import { type Order } from '../model/order.ts';
import { type Desk } from './desk.ts';
import { haltAt } from './halt.ts';

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
export function haltForAnew(desk: Desk): void {
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
