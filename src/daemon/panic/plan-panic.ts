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

/** What was open of a contract before today's first order. */
export interface UnitsCarried extends HeldUnits {
  /**
   * Identifiers that are known to be of other broker connections: any further one may be another form of `brokerId`. Null where
   * the records of orders tell that `brokerId` is the only form.
   */
  readonly othersIds: ReadonlySet<string> | null;
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

/**
 * Plans from the platform's orders of today, and what was carried into the day. What may be one position under two identifiers of
 * a broker is left out: two exits of it would open the other side.
 */
export function planPanic(orders: readonly Order[], carried: readonly UnitsCarried[]): PanicPlan {
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
  const open = [...held.values()].filter(({ netUnits }) => netUnits !== 0);
  const unclear = unclearIn(open, carried);
  const exits = open
    .filter((of) => !unclear.has(of))
    .toSorted((one, other) => Math.sign(one.netUnits) - Math.sign(other.netUnits));
  const unclearLines = [...unclear].map(unclearLine);
  return { cancels: orders.filter(isWorking), exits, leftOut: [...leftOut, ...unclearLines] };
}

/** Positions of a contract that was carried, and that may be at one broker under two identifiers. */
function unclearIn(
  open: readonly HeldUnits[],
  carried: readonly UnitsCarried[],
): ReadonlySet<HeldUnits> {
  const unclear = new Set<HeldUnits>();
  for (const { instrumentId, product, brokerId, othersIds, netUnits } of carried) {
    if (othersIds === null || netUnits === 0) continue;
    const maybe = open.filter(
      (of) =>
        of.instrumentId === instrumentId &&
        of.product === product &&
        (of.brokerId === brokerId || !othersIds.has(of.brokerId)),
    );
    if (maybe.some((of) => of.brokerId !== brokerId)) for (const of of maybe) unclear.add(of);
  }
  return unclear;
}

function unclearLine({ netUnits, symbol, brokerId }: HeldUnits): string {
  const of = `${String(netUnits)} ${symbol} at broker id "${brokerId}"`;
  return `${of}: it was carried, and two ids may be one broker; look at the platform, and close it by hand`;
}
