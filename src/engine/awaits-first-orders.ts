import { type Desk } from './desk.ts';

/**
 * Whether entries are let wait though the account is halted, because the orders of the platform have not been seen: an entry
 * that was sent before is then taken over by its tag instead of being refused, and its leg is followed. Nothing leaves meanwhile.
 */
export function awaitsFirstOrders(desk: Pick<Desk, 'begunAnew' | 'polls' | 'halt'>): boolean {
  if (desk.begunAnew === null || desk.halt.by !== 'start') return false;
  return desk.polls.state('orders').lastReadAtMs === null;
}
