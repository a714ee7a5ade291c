import { type Attempt } from '../../../engine/effect.ts';
import { type AttemptResult } from '../../../engine/event.ts';
import { type Order } from '../../../model/orders/order.ts';
import { type ElementOutcome, type PlaceElement } from '../../../ports/orders.ts';
import { type Outcome } from '../../../ports/outcome.ts';
import { type DayVenue } from '../../../venues/day-venue.ts';
import { AccountSquareOff } from '../square-off-account.ts';

/** An order of the platform: bought and filled, unless said otherwise. */
export function anOrder(of: Partial<Order>): Order {
  return {
    orderId: 'o',
    createdAtMs: 1,
    updatedAtMs: 1,
    tag: '',
    extraTags: {},
    instrumentId: 'A',
    symbol: 'A',
    underlying: 'NIFTY',
    expiry: '2026-11-03',
    strikePaise: 2_500_000,
    optionType: 'CE',
    product: 'intraday',
    side: 'buy',
    quantityUnits: 75,
    lotSizeUnits: 75,
    terms: { kind: 'limit', pricePaise: 10_000 },
    brokerId: 'b',
    brokerOrderId: '',
    status: 'completed',
    statusWord: 'COMPLETE',
    rejectionCode: '',
    rejectionReason: '',
    filledUnits: 75,
    filledValuePaise: 750_000,
    ...of,
  };
}

/** The fate of one exit: as asked, or in a way that a platform on a bad day has. */
export type Fate = 'fills' | 'works' | 'rejected' | 'lost' | 'answer-lost' | 'unseen';

/** A platform with the orders of a day, each exit with a fate of its own. */
export class BadPlatform {
  readonly orders: Order[];
  /** Accepted, and not in its list yet. */
  readonly hidden: Order[] = [];
  readonly #fates: Fate[];
  #count = 0;
  #nowMs = 1;
  /** When its list shows what is hidden. @default never */
  showsAtMs = Infinity;
  /** Called with each exit that has arrived, before it is answered. */
  onPlaced: () => void = () => undefined;

  constructor(orders: readonly Order[], fates: readonly Fate[] = []) {
    this.orders = [...orders];
    this.#fates = [...fates];
  }

  /** Units by contract, `A`, or `A at c` at another broker than `b`, after all fills, those that its list does not show yet too. */
  net(): Readonly<Record<string, number>> {
    const net: Record<string, number> = {};
    for (const { symbol, brokerId, side, filledUnits } of [...this.orders, ...this.hidden]) {
      const key = brokerId === 'b' ? symbol : `${symbol} at ${brokerId}`;
      net[key] = (net[key] ?? 0) + (side === 'buy' ? filledUnits : -filledUnits);
    }
    return net;
  }

  venue(): DayVenue {
    const venue = {
      name: 'bad',
      poll: ({ subject }: { readonly subject: string }) => ({
        ...{ subject: this.#pass(subject) },
        outcome: {
          kind: 'accepted',
          value:
            subject === 'orders'
              ? { orders: [...this.orders], changed: [], malformed: [], isUnchanged: false }
              : subject === 'contracts'
                ? { contracts: [] }
                : [],
        },
      }),
      attempt: (attempt: Attempt) => this.#attempt(attempt),
    };
    const time = { kind: 'wall', clock: { nowMs: () => this.#nowMs }, speed: 1_000_000 };
    return { venue, time, brokerId: 'b' } as unknown as DayVenue;
  }

  #pass(subject: string): string {
    this.#nowMs += 500;
    if (this.#nowMs >= this.showsAtMs) this.orders.push(...this.hidden.splice(0));
    return subject;
  }

  #attempt(attempt: Attempt): AttemptResult {
    if (attempt.kind === 'cancel') return this.#cancel(attempt.orderIds);
    if (attempt.kind !== 'place') return attempt as never;
    const fates = attempt.request.elements.map(() => this.#fates.shift() ?? 'fills');
    const value = new Map<string, ElementOutcome>();
    const { elements, brokerId } = attempt.request;
    for (const [index, element] of elements.entries()) {
      const fate = fates[index] ?? 'fills';
      this.#take({ ...element, brokerId }, fate);
      this.onPlaced();
      value.set(
        element.tag,
        fate === 'rejected'
          ? { kind: 'rejected', detail: 'no' }
          : { kind: 'accepted', orderId: null, detail: '' },
      );
    }
    const cause = { reason: 'timeout', status: null, detail: 'no answer' } as const;
    const isLost = fates.includes('lost') || fates.includes('answer-lost');
    const outcome: Outcome<typeof value> = isLost
      ? { kind: 'unknown', cause }
      : { kind: 'accepted', value };
    return { kind: 'place', outcome };
  }

  #take(element: PlaceElement & Pick<Order, 'brokerId'>, fate: Fate): void {
    if (fate === 'rejected' || fate === 'lost') return;
    this.#count += 1;
    const isFilled = fate !== 'works';
    const made = anOrder({
      ...element,
      orderId: `exit-${String(this.#count)}`,
      status: isFilled ? 'completed' : 'open',
      filledUnits: isFilled ? element.quantityUnits : 0,
    });
    (fate === 'unseen' ? this.hidden : this.orders).push(made);
  }

  #cancel(orderIds: readonly string[]): AttemptResult {
    for (const [index, order] of this.orders.entries()) {
      if (orderIds.includes(order.orderId)) this.orders[index] = { ...order, status: 'cancelled' };
    }
    const value = new Map(
      orderIds.map((id) => [id, { kind: 'accepted', orderId: id, detail: '' } as const]),
    );
    return { kind: 'cancel', outcome: { kind: 'accepted', value } };
  }
}

/** Closes what such a platform has open, with what it told people and wrote. */
export function squareOff(
  platform: BadPlatform,
  carried: readonly never[] = [],
  more: Partial<ConstructorParameters<typeof AccountSquareOff>[0]> = {},
): {
  readonly squaring: AccountSquareOff;
  readonly lines: readonly string[];
  readonly written: readonly object[];
} {
  const lines: string[] = [];
  const written: object[] = [];
  const squaring = new AccountSquareOff({
    venue: platform.venue(),
    carried,
    record: {
      path: '',
      trouble: () => null,
      write: (line) => written.push(line),
      close: () => undefined,
    },
    buffers: { optionBufferPercent: 8, otherBufferPercent: 1 },
    tell: (line) => lines.push(line),
    signal: new AbortController().signal,
    ...more,
  });
  return { squaring, lines, written };
}
