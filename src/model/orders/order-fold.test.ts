import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type OrderStatus } from './order-machine.ts';
import { type Order } from './order.ts';
import { foldOrder, isSameOrder } from './order-fold.ts';

const seen = { observedAtMs: 0, ageMsMax: 0 };
const about = { legRef: null, seen };

function anOrder(over: Partial<Order> = {}): Order {
  return {
    orderId: 'o1',
    createdAtMs: 0,
    updatedAtMs: 0,
    tag: 't',
    extraTags: { run: 'r' },
    instrumentId: 'i',
    symbol: 's',
    underlying: 'NIFTY',
    expiry: null,
    strikePaise: null,
    optionType: null,
    product: 'intraday',
    side: 'sell',
    quantityUnits: 150,
    lotSizeUnits: 75,
    terms: { kind: 'limit', pricePaise: 100 },
    brokerId: 'b',
    brokerOrderId: '',
    status: 'open',
    statusWord: 'Open',
    rejectionCode: '',
    rejectionReason: '',
    filledUnits: 0,
    filledValuePaise: 0,
    ...over,
  };
}

function kinds(held: Order | undefined, record: Order): readonly string[] {
  return foldOrder(held, record, about).events.map(({ kind }) => kind);
}

describe('foldOrder', () => {
  it('shows a new order as appeared, and what it already is as well', () => {
    expect(kinds(undefined, anOrder())).toEqual(['appeared']);
    const done = anOrder({ status: 'completed', filledUnits: 150, filledValuePaise: 15_000 });
    expect(foldOrder(undefined, done, about).events).toMatchObject([
      { kind: 'appeared', fillUnits: 0 },
      { kind: 'filled', fillUnits: 150, fillValuePaise: 15_000 },
    ]);
  });

  it.each<[string, Partial<Order>]>([
    ['partly-filled', { filledUnits: 75, filledValuePaise: 7_500 }],
    ['filled', { status: 'completed', filledUnits: 150, filledValuePaise: 15_000 }],
    ['cancelled', { status: 'cancelled' }],
    ['rejected', { status: 'rejected' }],
    ['changed', { status: 'modify-pending' }],
    ['changed', { terms: { kind: 'limit', pricePaise: 105 } }],
    ['changed', { extraTags: { run: 'x' } }],
  ])('calls it %s', (kind, over) => {
    expect(kinds(anOrder(), anOrder({ updatedAtMs: 1, ...over }))).toEqual([kind]);
  });

  it('carries the fill of a cancel that came after one', () => {
    const record = anOrder({
      updatedAtMs: 1,
      status: 'cancelled',
      filledUnits: 75,
      filledValuePaise: 7_500,
    });
    expect(foldOrder(anOrder(), record, about).events).toMatchObject([
      { kind: 'cancelled', fillUnits: 75, fillValuePaise: 7_500 },
    ]);
  });

  it('keeps the held object when a record says nothing new', () => {
    const held = anOrder();
    expect(foldOrder(held, anOrder(), about)).toEqual({ order: held, events: [] });
    expect(foldOrder(held, anOrder(), about).order).toBe(held);
  });

  it('takes a record of the same instant that says something else', () => {
    expect(kinds(anOrder(), anOrder({ status: 'trigger-pending' }))).toEqual(['changed']);
  });

  it('ignores older records, and life after the end', () => {
    expect(
      kinds(anOrder({ updatedAtMs: 5 }), anOrder({ updatedAtMs: 4, status: 'rejected' })),
    ).toEqual([]);
    expect(kinds(anOrder({ status: 'cancelled' }), anOrder({ updatedAtMs: 9 }))).toEqual([]);
  });

  it.each([
    ['is working again', { updatedAtMs: 3, status: 'open' }],
    ['is of an earlier instant', { updatedAtMs: 1, status: 'completed' }],
  ] as const)(
    'counts the fills of a record by which an ended order %s, and leaves it ended',
    (_, over) => {
      const held = anOrder({ updatedAtMs: 2, status: 'cancelled' });
      const record = anOrder({ ...over, filledUnits: 75, filledValuePaise: 7_500 });
      const { order, events } = foldOrder(held, record, about);
      expect(order).toEqual({ ...held, filledUnits: 75, filledValuePaise: 7_500 });
      expect(events).toMatchObject([
        { kind: 'partly-filled', fillUnits: 75, fillValuePaise: 7_500 },
      ]);
      expect(kinds(order, record)).toEqual([]);
    },
  );

  it('never loses a fill, and never counts one twice, whatever the order of the records', () => {
    const statuses: OrderStatus[] = ['open', 'cancel-pending', 'cancelled', 'completed'];
    const record = fc
      .record({ updatedAtMs: fc.nat(5), units: fc.nat(2), status: fc.constantFrom(...statuses) })
      .map(({ updatedAtMs, units, status }) =>
        anOrder({ updatedAtMs, status, filledUnits: units * 75, filledValuePaise: units * 7_500 }),
      );
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), (records) => {
        let held: Order | undefined;
        let units = 0;
        let valuePaise = 0;
        for (const next of records) {
          const fold = foldOrder(held, next, about);
          expect(fold.order.filledUnits).toBeGreaterThanOrEqual(held?.filledUnits ?? 0);
          held = fold.order;
          for (const event of fold.events) {
            units += event.fillUnits;
            valuePaise += event.fillValuePaise;
          }
        }
        expect(units).toBe(held?.filledUnits);
        expect(valuePaise).toBe(held?.filledValuePaise);
      }),
    );
  });
});

describe('isSameOrder', () => {
  it('compares content, not identity', () => {
    expect(isSameOrder(anOrder(), anOrder())).toBe(true);
    expect(isSameOrder(anOrder(), anOrder({ extraTags: {} }))).toBe(false);
    expect(isSameOrder(anOrder({ expiry: null }), anOrder({ expiry: '2026-11-24' }))).toBe(false);
  });
});

describe('records that differ in little', () => {
  const filled = { filledUnits: 75, filledValuePaise: 100 };

  it('take a corrected value of the same fills from a newer record alone', () => {
    const held = anOrder({ ...filled, updatedAtMs: 5 });
    const corrected = { ...filled, filledValuePaise: 200 };
    const newer = foldOrder(held, anOrder({ ...corrected, updatedAtMs: 6 }), about);
    expect(newer.order.filledValuePaise).toBe(200);
    expect(newer.events).toMatchObject([{ kind: 'changed', fillUnits: 0, fillValuePaise: 100 }]);
    expect(foldOrder(held, anOrder({ ...corrected, updatedAtMs: 4 }), about).order).toBe(held);
  });

  it('tell of one unit that was filled before an order was first seen', () => {
    const first = foldOrder(undefined, anOrder({ filledUnits: 1, filledValuePaise: 1 }), about);
    expect(first.events.map(({ kind }) => kind)).toEqual(['appeared', 'partly-filled']);
  });

  it.each<[Readonly<Record<string, string>>, boolean]>([
    [{ run: 'r', leg: 'a' }, true],
    [{ run: 'r', leg: 'b' }, false],
    [{ run: 'r' }, false],
    [{ run: 'r', leg: 'a', role: 'exit' }, false],
  ])('are the same only with the same words: %j', (extraTags, isSame) => {
    const left = anOrder({ extraTags: { run: 'r', leg: 'a' } });
    expect(isSameOrder(left, anOrder({ extraTags }))).toBe(isSame);
  });
});
