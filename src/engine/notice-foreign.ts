import { isTerminal, type Order } from '../model/order.ts';
import { isOurTag } from '../model/tag.ts';
import { type Desk } from './desk.ts';

/** Tells people of orders that are of no run: they are left alone, but may stand in a run's way. */
export function noticeForeign(desk: Desk, orders: readonly Order[]): void {
  const orphans = orders.filter(({ tag }) => isOurTag(tag));
  const others = orders.length - orphans.length;
  if (others > 0) {
    const message = `${String(others)} orders of the account are not of any run: left alone`;
    desk.outbox.notice('info', null, message);
  }
  for (const { orderId, tag, symbol } of orphans) {
    const message = `Order ${orderId} (${symbol}) carries a tag of ours, ${tag}, that no run has asked for yet`;
    desk.outbox.notice('warning', null, message);
  }
  for (const order of orders) noticeClosing(desk, order);
}

/** A position that somebody else closes is still held here: its exit would open one the other way. */
function noticeClosing(desk: Desk, order: Order): void {
  if (isTerminal(order.status) && order.filledUnits === 0) return;
  for (const { runId, leg, contract, position } of desk.ledger.open()) {
    const isClosing = order.side === (position.netUnits > 0 ? 'sell' : 'buy');
    if (contract.symbol !== order.symbol || !isClosing) continue;
    const what = `${order.side} ${String(order.quantityUnits)} ${order.symbol}`;
    const message = `Order ${order.orderId} (${what}) is of no run and may close what leg "${leg}" holds: it still counts as held here, and its exit would open the other way`;
    desk.outbox.notice('critical', runId, message);
  }
}
