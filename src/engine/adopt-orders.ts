import { type Order } from '../model/order.ts';
import { foldOrder } from '../model/order-fold.ts';
import { type OrderEvent } from '../model/order-event.ts';
import { type Desk } from './desk.ts';
import { type Intent } from './intent.ts';

/** Takes orders that were seen before their intent existed: their fills count, and the run sees them appear. */
export function adoptOrders(desk: Desk, intent: Intent, orders: readonly Order[]): void {
  const { runId, order } = intent;
  const { leg, role, contract } = order;
  const polledAtMs = desk.polls.state('orders').lastGoodAtMs ?? desk.nowMs;
  const seen = { observedAtMs: desk.nowMs, ageMsMax: desk.nowMs - polledAtMs };
  const events: OrderEvent[] = [];
  for (const adopted of orders) {
    const about = { legRef: { runId, leg, role }, seen };
    events.push(...foldOrder(undefined, adopted, about).events);
    intent.orders.set(adopted.orderId, adopted);
  }
  for (const event of events) desk.ledger.apply(event, { runId, leg, contract });
  if (!desk.runs.isRunning(runId)) return;
  desk.outbox.deliver(runId, { kind: 'orders-observed', atMs: desk.nowMs, events, seen });
}
