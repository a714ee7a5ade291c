import { isTerminal, type Order } from '../../src/model/order.ts';

/** What a poll brought. */
export interface Shown {
  readonly orders: readonly Order[];
}

/**
 * What a run should hold by the polls so far, told the simplest way: the highest fill of each record counts once,
 * ours first, and a foreign fill closes what is open on the other side, oldest leg first, never past flat.
 */
export class ExchangeModel {
  readonly #filled = new Map<string, number>();
  /** Units by leg, in the order in which the legs were first filled. */
  readonly legs = new Map<string, number>();

  poll({ orders }: Shown, legOf: (order: Order) => string | null): void {
    const fresh = orders.map((order) => ({ order, units: this.#news(order) }));
    for (const { order, units } of fresh) {
      const leg = legOf(order);
      if (leg !== null && units > 0) this.#add(leg, order.side === 'buy' ? units : -units);
    }
    for (const { order, units } of fresh) {
      if (legOf(order) === null) this.#close(order.side === 'buy' ? units : -units);
    }
  }

  #news({ orderId, filledUnits }: Order): number {
    const before = this.#filled.get(orderId) ?? 0;
    this.#filled.set(orderId, Math.max(before, filledUnits));
    return Math.max(0, filledUnits - before);
  }

  #close(signedUnits: number): void {
    let left = signedUnits;
    for (const [leg, net] of this.legs) {
      if (net * left >= 0) continue;
      const closed = Math.sign(left) * Math.min(Math.abs(left), Math.abs(net));
      this.#add(leg, closed);
      left -= closed;
    }
  }

  #add(leg: string, units: number): void {
    this.legs.set(leg, (this.legs.get(leg) ?? 0) + units);
  }
}

/** Signed units that working orders of a side may still fill. */
export function workingUnits(orders: Iterable<Order>): number {
  let units = 0;
  for (const { side, status, quantityUnits, filledUnits } of orders) {
    if (isTerminal(status)) continue;
    units += (side === 'buy' ? 1 : -1) * (quantityUnits - filledUnits);
  }
  return units;
}
