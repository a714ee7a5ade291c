import { type Order } from '../../../src/model/orders/order.ts';
import { type IstDate, istDate } from '../../../src/model/time/ist.ts';

/** What an order added to its fills, as the platform's book showed it. */
export interface BookFill {
  readonly order: Order;
  /** Signed: bought units are positive. */
  readonly units: number;
}

/** Follows a platform's book over days: it shows the orders of the day alone. */
export class BookWatch {
  readonly #orders: () => readonly Order[];
  readonly #last = new Map<string, Order>();
  readonly #fills: BookFill[] = [];

  constructor(orders: () => readonly Order[]) {
    this.#orders = orders;
  }

  /** To be called often: what came and went between two looks is not seen. */
  look(): void {
    for (const order of this.#orders()) {
      const before = this.#last.get(order.orderId);
      if (before === order) continue;
      this.#last.set(order.orderId, order);
      const added = order.filledUnits - (before?.filledUnits ?? 0);
      if (added !== 0) this.#fills.push({ order, units: order.side === 'buy' ? added : -added });
    }
  }

  /** How many orders there were so far. */
  get count(): number {
    return this.#last.size;
  }

  /** All orders, as they were last seen. */
  orders(): readonly Order[] {
    return [...this.#last.values()];
  }

  ordersOf(date: IstDate): readonly Order[] {
    return this.orders().filter(({ createdAtMs }) => istDate(createdAtMs) === date);
  }

  /** In the order in which they were seen. */
  fills(): readonly BookFill[] {
    return this.#fills;
  }
}
