import { type Order } from '../model/order.ts';
import { foldOrder } from '../model/order-fold.ts';
import { type LegRef, type OrderEvent, type Seen } from '../model/order-event.ts';

/** Every order of the day that polls have shown, newest version of each. */
export class OrderBook {
  readonly #orders = new Map<string, Order>();
  readonly #unclaimed = new Map<string, Order[]>();
  #lastPoll: readonly Order[] = [];

  /** Folds a poll. Records that are the same objects at the same places as in the last poll are skipped. */
  observe(
    records: readonly Order[],
    seen: Seen,
    legRefOf: (order: Order) => LegRef | null,
  ): readonly OrderEvent[] {
    const last = this.#lastPoll;
    const news = records.filter((record, index) => record !== last[index]);
    this.#lastPoll = records;
    return this.observeSome(news, seen, legRefOf);
  }

  /** Folds records that are not the whole list. */
  observeSome(
    records: readonly Order[],
    seen: Seen,
    legRefOf: (order: Order) => LegRef | null,
  ): readonly OrderEvent[] {
    const events: OrderEvent[] = [];
    for (const record of records) {
      const legRef = legRefOf(record);
      const held = this.#orders.get(record.orderId);
      const fold = foldOrder(held, record, { legRef, seen });
      if (fold.order === held) continue;
      this.#orders.set(record.orderId, fold.order);
      if (legRef === null) this.#keepUnclaimed(fold.order);
      events.push(...fold.events);
    }
    return events;
  }

  /** Orders with a tag that no intent had when they were seen; they are claimed by this call. */
  claim(tag: string): readonly Order[] {
    const orders = this.#unclaimed.get(tag) ?? [];
    this.#unclaimed.delete(tag);
    return orders;
  }

  /** The newest version of an order; undefined when no poll has shown it. */
  get(orderId: string): Order | undefined {
    return this.#orders.get(orderId);
  }

  /** All orders, in the order in which they were first seen. */
  all(): Iterable<Order> {
    return this.#orders.values();
  }

  #keepUnclaimed(order: Order): void {
    if (order.tag === '') return;
    const others = (this.#unclaimed.get(order.tag) ?? []).filter(
      ({ orderId }) => orderId !== order.orderId,
    );
    this.#unclaimed.set(order.tag, [...others, order]);
  }
}
