import { isTerminal } from '../../src/model/orders/order-machine.ts';
import { type Order } from '../../src/model/orders/order.ts';

/** What a poll brought. */
export interface Shown {
  readonly orders: readonly Order[];
}

/**
 * What a run should hold by the polls so far, told the simplest way: the highest fill of each record counts once,
 * ours first. A foreign fill closes what foreign fills opened, then what is open on the other side, oldest leg first,
 * and opens the rest: a leg never goes past flat by it.
 */
export class ExchangeModel {
  readonly #filled = new Map<string, number>();
  /** Units by leg, in the order in which the legs were first filled. */
  readonly legs = new Map<string, number>();
  /** Signed units that foreign orders hold by themselves. */
  #foreign = 0;

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
    const own = signedUnits * this.#foreign < 0 ? closable(signedUnits, this.#foreign) : 0;
    this.#foreign += own;
    let left = signedUnits - own;
    for (const [leg, net] of this.legs) {
      if (net * left >= 0) continue;
      const closed = closable(left, net);
      this.#add(leg, closed);
      left -= closed;
    }
    this.#foreign += left;
  }

  #add(leg: string, units: number): void {
    this.legs.set(leg, (this.legs.get(leg) ?? 0) + units);
  }
}

function closable(units: number, net: number): number {
  return Math.sign(units) * Math.min(Math.abs(units), Math.abs(net));
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
