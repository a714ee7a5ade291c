import { isSameOrder } from '../../../model/orders/order-fold.ts';
import { type Order } from '../../../model/orders/order.ts';
import { type MalformedRecord, type OrdersObservation } from '../../../ports/orders.ts';
import { type Unread } from './read-order.ts';

/** An order, or what is wrong with its record. */
export type Entry = Order | Unread;

/** Whether a record could not be read. */
export function isUnread(entry: Entry): entry is Unread {
  return 'problem' in entry;
}

/** Compares with the previous poll: keeps the object of every unchanged order, and lists the others. */
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
    if (!isUnread(entry)) indexes.set(entry.orderId, index);
  });
  return indexes;
}

/** Whether the records are those of the previous poll in order: then none is duplicated. */
function isAligned(
  entries: readonly Entry[],
  before: readonly Order[],
): entries is readonly Order[] {
  if (entries.length !== before.length) return false;
  return entries.every(
    (entry, index) => !isUnread(entry) && entry.orderId === before[index]?.orderId,
  );
}

/** One order per id. An equal second record is a copy; of different ones the newer counts, and one is malformed. */
function collect(entries: readonly Entry[]): {
  readonly orders: readonly Order[];
  readonly malformed: readonly MalformedRecord[];
} {
  const orders = new Map<string, Order>();
  const malformed: MalformedRecord[] = [];
  entries.forEach((entry, index) => {
    if (isUnread(entry)) {
      malformed.push({ index, ...entry });
      return;
    }
    const { orderId, tag } = entry;
    const other = orders.get(orderId);
    if (other !== undefined && isSameOrder(other, entry)) {
      malformed.push({ index, problem: 'a second record, the same', orderId, tag, isCopy: true });
      return;
    }
    if (other !== undefined) {
      const problem = 'order_id: found another record of it that differs, allowed one';
      const ofOne = other.tag === tag ? { tag } : {};
      malformed.push({ index, problem, orderId, ...ofOne });
    }
    if (other === undefined || entry.updatedAtMs >= other.updatedAtMs) orders.set(orderId, entry);
  });
  return { orders: [...orders.values()], malformed };
}
