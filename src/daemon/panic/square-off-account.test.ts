import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Attempt } from '../../engine/effect.ts';
import { type AttemptResult } from '../../engine/event.ts';
import { isWorking } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type ElementOutcome, type PlaceElement } from '../../ports/orders.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { type DayVenue } from '../../venues/day-venue.ts';
import { planPanic } from './plan-panic.ts';
import { AccountSquareOff } from './square-off-account.ts';

function anOrder(of: Partial<Order>): Order {
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

/** What becomes of one exit: as asked, or in a way that a platform on a bad day has. */
type Fate = 'fills' | 'works' | 'rejected' | 'lost' | 'answer-lost' | 'unseen';

/** A platform with the orders of a day, each exit with a fate of its own. */
class BadPlatform {
  readonly orders: Order[];
  /** Accepted, and not in its list yet. */
  readonly hidden: Order[] = [];
  readonly #fates: Fate[];
  #count = 0;

  constructor(orders: readonly Order[], fates: readonly Fate[] = []) {
    this.orders = [...orders];
    this.#fates = [...fates];
  }

  /** Units by contract after all fills, those that its list does not show yet too. */
  net(): Readonly<Record<string, number>> {
    const net: Record<string, number> = {};
    for (const { symbol, side, filledUnits } of [...this.orders, ...this.hidden]) {
      net[symbol] = (net[symbol] ?? 0) + (side === 'buy' ? filledUnits : -filledUnits);
    }
    return net;
  }

  venue(): DayVenue {
    const venue = {
      name: 'bad',
      poll: ({ subject }: { readonly subject: string }) => ({
        subject,
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
    const time = { kind: 'wall', clock: { nowMs: () => 1 }, speed: 1_000_000 };
    return { venue, time, brokerId: 'b' } as unknown as DayVenue;
  }

  #attempt(attempt: Attempt): AttemptResult {
    if (attempt.kind === 'cancel') return this.#cancel(attempt.orderIds);
    if (attempt.kind !== 'place') return attempt as never;
    const fates = attempt.request.elements.map(() => this.#fates.shift() ?? 'fills');
    const value = new Map<string, ElementOutcome>();
    for (const [index, element] of attempt.request.elements.entries()) {
      const fate = fates[index] ?? 'fills';
      this.#take(element, fate);
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

  #take(element: PlaceElement, fate: Fate): void {
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

function squareOff(platform: BadPlatform, carried: readonly never[] = []) {
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
  });
  return { squaring, lines, written };
}

describe('squaring off an account from the platform alone', () => {
  it('cancels what works, of others too, and closes what is open, shorts first', async () => {
    const platform = new BadPlatform([
      anOrder({ orderId: '1', symbol: 'A', instrumentId: 'A' }),
      anOrder({ orderId: '2', symbol: 'B', instrumentId: 'B', side: 'sell' }),
      anOrder({ orderId: '3', symbol: 'C', instrumentId: 'C', status: 'open', filledUnits: 0 }),
    ]);
    const { squaring, lines, written } = squareOff(platform);
    const left = await squaring.carryOut();
    expect(left).toEqual({ cancels: [], exits: [], leftOut: [] });
    expect(platform.net()).toEqual({ A: 0, B: 0, C: 0 });
    expect(lines).toEqual([
      'Cancelling buy 75 C (order 3)',
      'Placing buy 75 B at 108.00, sell 75 A at 92.00',
    ]);
    // Each is written before it is sent, and its outcome after.
    expect(written).toMatchObject([
      { sent: { kind: 'cancel', orderIds: ['3'] } },
      { outcome: 'accepted' },
      { sent: { kind: 'place' } },
      { outcome: 'accepted' },
    ]);
  });

  it('does not send an exit again whose outcome is unknown', async () => {
    const platform = new BadPlatform([anOrder({})], ['lost']);
    const left = await squareOff(platform).squaring.carryOut();
    expect(platform.net()).toEqual({ A: 75 });
    expect(left?.exits).toMatchObject([{ symbol: 'A', netUnits: 75 }]);
  });

  it('prices what did not fill anew, and gives up after some rounds', async () => {
    const platform = new BadPlatform([anOrder({})], ['works', 'works', 'fills']);
    const { squaring, lines } = squareOff(platform);
    await squaring.carryOut();
    expect(platform.net()).toEqual({ A: 0 });
    expect(lines.filter((line) => line.startsWith('Placing'))).toEqual([
      'Placing sell 75 A at 92.00',
      'Placing sell 75 A at 84.00',
      'Placing sell 75 A at 76.00',
    ]);
    const never = new BadPlatform(
      [anOrder({})],
      Array.from({ length: 20 }, () => 'works' as const),
    );
    const left = await squareOff(never).squaring.carryOut();
    expect(left?.exits).toHaveLength(1);
    expect(never.orders.filter(isWorking)).toEqual([]);
  });

  it('never opens more than there was, nor the other side, whatever the platform does', async () => {
    const fate = fc.constantFrom<Fate[]>(
      ...(['fills', 'works', 'rejected', 'lost', 'answer-lost', 'unseen'] as const),
    );
    const order = fc.record({
      symbol: fc.constantFrom('A', 'B', 'C'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { maxLength: 6 }),
        fc.array(fate, { maxLength: 12 }),
        async (made, fates) => {
          const orders = made.map(({ symbol, side, lots }, index) =>
            anOrder({
              ...{ orderId: String(index), symbol, instrumentId: symbol, side },
              ...{ quantityUnits: lots * 75, filledUnits: lots * 75 },
              filledValuePaise: lots * 750_000,
            }),
          );
          const platform = new BadPlatform(orders, fates);
          const before = platform.net();
          const left = await squareOff(platform).squaring.carryOut();
          const after = platform.net();
          for (const [symbol, units] of Object.entries(before)) {
            // Between what there was and nothing.
            expect([0, units].toSorted((one, other) => one - other)).toEqual(
              [0, units, after[symbol] ?? 0]
                .toSorted((one, other) => one - other)
                .filter((_, index, all) => index === 0 || index === all.length - 1),
            );
          }
          if (fates.length > 0) return;
          expect(Object.values(after).filter((units) => units !== 0)).toEqual([]);
          expect(left?.exits).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('leaves out what it cannot name, and says so', () => {
  const odd = anOrder({ orderId: '9', product: 'unrecognised' });
  expect(planPanic([odd], [])).toMatchObject({
    exits: [],
    leftOut: ['order 9 of A has a product that is not known'],
  });
});
