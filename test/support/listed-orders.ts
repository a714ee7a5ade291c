import { type Order } from '../../src/model/orders/order.ts';
import { type OrdersObservation } from '../../src/ports/orders.ts';

/** Says of each list of orders what differs from the one before, as the adapter does. */
export class ListedOrders {
  #last: ReadonlySet<Order> | null = null;

  /** What a poll observes that shows these orders. */
  observe(orders: readonly Order[]): OrdersObservation {
    const changed = orders.filter((order) => this.#last?.has(order) !== true);
    const isUnchanged = changed.length === 0 && this.#last?.size === orders.length;
    this.#last = new Set(orders);
    return { orders, changed, malformed: [], isUnchanged };
  }
}
