import { type Order } from '../../../model/order.ts';
import { type OrdersObservation } from '../../../ports/orders.ts';
import { isSameOrder } from './same-order.ts';

/** What was read of one record: the order, or what is wrong with it. */
export type Entry = Order | string;

/** Compares with the poll before: keeps the object of every order that says the same, and lists the others. */
export function observe(entries: readonly Entry[], before: readonly Order[]): OrdersObservation {
  const { orders, malformed } = isAligned(entries, before)
    ? { orders: entries, malformed: [] }
    : collect(entries);
  const changed: Order[] = [];
  let idsBefore: ReadonlyMap<string, number> | null = null;
  const kept = orders.map((order, index) => {
    let held = before[index];
    if (held === order) return held;
    if (held?.orderId !== order.orderId) {
      idsBefore ??= indexByOrderId(before);
      held = before[idsBefore.get(order.orderId) ?? -1];
    }
    if (held !== undefined && isSameOrder(held, order)) return held;
    changed.push(order);
    return order;
  });
  return { orders: kept, changed, malformed, isUnchanged: false };
}

/** Where each order stands; the last of several with one id. */
export function indexByOrderId(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  entries.forEach((entry, index) => {
    if (typeof entry !== 'string') indexes.set(entry.orderId, index);
  });
  return indexes;
}

/** Whether the records are those of the poll before, in their order: then none is there twice, as none was. */
function isAligned(
  entries: readonly Entry[],
  before: readonly Order[],
): entries is readonly Order[] {
  if (entries.length !== before.length) return false;
  return entries.every(
    (entry, index) => typeof entry !== 'string' && entry.orderId === before[index]?.orderId,
  );
}

/** One order per id; a second record of the same one is shown as malformed, and the newer one counts. */
function collect(entries: readonly Entry[]): {
  readonly orders: readonly Order[];
  readonly malformed: OrdersObservation['malformed'];
} {
  const orders = new Map<string, Order>();
  const malformed: { index: number; problem: string }[] = [];
  entries.forEach((entry, index) => {
    if (typeof entry === 'string') {
      malformed.push({ index, problem: entry });
      return;
    }
    const other = orders.get(entry.orderId);
    if (other !== undefined) {
      malformed.push({ index, problem: `order_id: a second record of ${entry.orderId}` });
    }
    if (other === undefined || entry.updatedAtMs >= other.updatedAtMs) {
      orders.set(entry.orderId, entry);
    }
  });
  return { orders: [...orders.values()], malformed };
}
