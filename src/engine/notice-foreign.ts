import { counted } from '../base/counted.ts';
import { type Order } from '../model/order.ts';
import { haltForEarlier } from './begun-anew.ts';
import { type Desk } from './desk.ts';
import { isOrphan } from './orphans.ts';

/** Tells people of orders, seen for the first time, that are of no run. */
export function noticeForeign(desk: Desk, orders: readonly Order[]): void {
  const orphans = orders.filter((order) => isOrphan(desk, order));
  const others = orders.length - orphans.length;
  if (others > 0) {
    const message = `${counted(others, 'order')} of the account, of no run: left alone`;
    desk.outbox.notice('info', null, message);
  }
  haltForEarlier(desk, orphans);
  for (const order of orphans) {
    const { orderId, tag, side, quantityUnits, symbol, statusWord } = order;
    const message = `Order ${orderId} (${side} ${String(quantityUnits)} ${symbol}, ${statusWord}) carries a tag of ours, ${tag}, that no run has asked for so far. A run that asks for it under this tag takes it over, and that is told; otherwise it is not followed and not closed: look after it on the platform`;
    desk.outbox.notice('critical', null, message);
  }
}

/** Tells people of orders that a list had shown and lacks now, and of those that are back. */
export function noticeVanished(desk: Desk, orders: readonly Pick<Order, 'orderId'>[]): void {
  const { vanished, returned } = desk.listWatch.observe(orders, desk.nowMs);
  if (vanished.length > 0) {
    const message = `Orders are missing from the platform's list: ${vanished.join(', ')}. They keep their last state, and those that worked may still fill`;
    desk.outbox.notice('warning', null, message);
  }
  if (returned.length > 0) {
    const message = `Orders are in the platform's list again: ${returned.join(', ')}`;
    desk.outbox.notice('info', null, message);
  }
}
