import { isWorking } from '../../model/orders/order-machine.ts';
import { type Order, type Product } from '../../model/orders/order.ts';

/** What is open of a contract under one product. */
export interface HeldUnits extends Pick<
  Order,
  'instrumentId' | 'symbol' | 'underlying' | 'optionType' | 'expiry' | 'lotSizeUnits'
> {
  readonly product: Product;
  /** The broker connection that holds it. */
  readonly brokerId: string;
  /** Long positive, short negative; never 0. */
  readonly netUnits: number;
  /** Average of its last fill today, paise; null where there was none. */
  readonly lastFillPaise: number | null;
}

/** What a panic does, from the books as they are now. */
export interface PanicPlan {
  /** Orders that work, all of the account: cancelled first. */
  readonly cancels: readonly Order[];
  /** What is squared off once nothing works: shorts first, as they need no margin and lose without bound. */
  readonly exits: readonly HeldUnits[];
  /** What it cannot do, for people. */
  readonly leftOut: readonly string[];
}

/** Plans from the platform's orders of today, and what was carried into the day. */
export function planPanic(orders: readonly Order[], carried: readonly HeldUnits[]): PanicPlan {
  const held = new Map<string, HeldUnits>();
  const leftOut: string[] = [];
  const add = (of: HeldUnits): void => {
    // What one broker holds, no order at another one closes.
    const key = `${of.instrumentId} ${of.product} ${of.brokerId}`;
    const before = held.get(key);
    const netUnits = (before?.netUnits ?? 0) + of.netUnits;
    const lastFillPaise = of.lastFillPaise ?? before?.lastFillPaise ?? null;
    held.set(key, { ...of, netUnits, lastFillPaise });
  };
  for (const of of carried) add(of);
  for (const order of orders) {
    const { product, filledUnits, filledValuePaise, side } = order;
    if (filledUnits === 0) continue;
    if (product === 'unrecognised') {
      leftOut.push(`order ${order.orderId} of ${order.symbol} has a product that is not known`);
      continue;
    }
    const netUnits = side === 'buy' ? filledUnits : -filledUnits;
    add({ ...order, product, netUnits, lastFillPaise: Math.round(filledValuePaise / filledUnits) });
  }
  const exits = [...held.values()]
    .filter(({ netUnits }) => netUnits !== 0)
    .toSorted((one, other) => Math.sign(one.netUnits) - Math.sign(other.netUnits));
  return { cancels: orders.filter(isWorking), exits, leftOut };
}
