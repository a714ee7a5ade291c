import { type Order } from '../../model/orders/order.ts';

type Named = Pick<Order, 'orderId'>;

/**
 * The different orders of a list that is polled again and again. Most lists begin as the one before: then only the records
 * after it are looked at.
 */
export class ListedIds {
  #last: readonly Named[] = [];
  #ids = new Set<string>();

  /** Takes the next list. Returns from which place on it is news: 0 where it does not begin as the one before. */
  take(orders: readonly Named[]): number {
    const place = beginsAs(orders, this.#last) ? this.#last.length : 0;
    if (place === 0) this.#ids = new Set();
    for (let next = place; next < orders.length; next += 1) {
      const order = orders[next];
      if (order !== undefined) this.#ids.add(order.orderId);
    }
    this.#last = orders;
    return place;
  }

  /** Those of the last list. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }
}

function beginsAs(orders: readonly Named[], before: readonly Named[]): boolean {
  if (orders.length < before.length) return false;
  for (let place = before.length - 1; place >= 0; place -= 1) {
    if (orders[place]?.orderId !== before[place]?.orderId) return false;
  }
  return true;
}
