import fc from 'fast-check';
import { expect, it } from 'vitest';

import { foldOrder } from './order-fold.ts';
import { type OrderStatus } from './order-machine.ts';
import { type Order, type OrderEvent } from './order.ts';

const WORKING = [
  'place-pending',
  'open',
  'trigger-pending',
  'modify-pending',
  'cancel-pending',
  'unrecognised',
] as const;
const ENDS = ['completed', 'cancelled', 'rejected'] as const;
const ABOUT = { legRef: null, seen: { observedAtMs: 7, ageMsMax: 3 } };

/** What may follow what; from anywhere else only fills are taken. */
const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  'place-pending': [...WORKING, ...ENDS],
  open: [...WORKING, ...ENDS],
  'trigger-pending': [...WORKING, ...ENDS],
  'modify-pending': [...WORKING, ...ENDS],
  'cancel-pending': [...WORKING, ...ENDS],
  unrecognised: [...WORKING, ...ENDS],
  // The platform corrects itself; it does not revive.
  completed: ENDS,
  cancelled: ENDS,
  rejected: ENDS,
};
const ENDINGS: ReadonlyMap<OrderStatus, OrderEvent['kind']> = new Map([
  ['completed', 'filled'],
  ['cancelled', 'cancelled'],
  ['rejected', 'rejected'],
]);

interface Shown {
  readonly kind: OrderEvent['kind'];
  readonly fillUnits: number;
  readonly fillValuePaise: number;
}

interface State {
  readonly status: OrderStatus;
  readonly updatedAtMs: number;
  readonly pricePaise: number;
  readonly units: number;
  readonly valuePaise: number;
}

function stateOf(order: Order): State {
  const { status, updatedAtMs, terms, filledUnits: units, filledValuePaise: valuePaise } = order;
  const pricePaise = terms.kind === 'limit' ? terms.pricePaise : 0;
  return { status, updatedAtMs, pricePaise, units, valuePaise };
}

/** What is known after a record: its fills where they are more, all else where the table lets it follow. */
function next(held: State, record: State): State {
  const fills = record.units > held.units ? record : held;
  const isTaken =
    record.updatedAtMs >= held.updatedAtMs && NEXT[held.status].includes(record.status);
  if (!isTaken) return { ...held, units: fills.units, valuePaise: fills.valuePaise };
  // At equal units a later record may correct the price.
  const { units, valuePaise } = record.units >= held.units ? record : held;
  return { ...record, units, valuePaise };
}

/** What a strategy is shown of a step from one state to another. */
function step(from: State, to: State): readonly Shown[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  const fillUnits = to.units - from.units;
  const end = from.status === to.status ? undefined : ENDINGS.get(to.status);
  const kind = end ?? (fillUnits > 0 ? 'partly-filled' : 'changed');
  return [{ kind, fillUnits, fillValuePaise: to.valuePaise - from.valuePaise }];
}

/** What a strategy is shown of the first record: an order without a fill, and what has become of it since. */
function first(to: State): readonly Shown[] {
  const status = ENDINGS.has(to.status) ? 'place-pending' : to.status;
  const later = step({ ...to, status, units: 0, valuePaise: 0 }, to);
  return [{ kind: 'appeared', fillUnits: 0, fillValuePaise: 0 }, ...later];
}

const records = fc
  .record({
    updatedAtMs: fc.nat(4),
    lots: fc.nat(3),
    pricePaise: fc.constantFrom(100, 105),
    status: fc.constantFrom(...WORKING, ...ENDS),
  })
  .map(({ updatedAtMs, lots, pricePaise, status }): Order => {
    return {
      orderId: 'o1',
      createdAtMs: 0,
      updatedAtMs,
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
      quantityUnits: 225,
      lotSizeUnits: 75,
      terms: { kind: 'limit', pricePaise },
      brokerId: 'b',
      brokerOrderId: '',
      status,
      statusWord: status,
      rejectionCode: '',
      rejectionReason: '',
      filledUnits: lots * 75,
      filledValuePaise: lots * 7_500 + Math.sign(lots) * updatedAtMs,
    };
  });
const lives = fc.array(records, { minLength: 1, maxLength: 25 });

it('an order goes through its states and is shown as the table says, whatever polls bring', () => {
  fc.assert(
    fc.property(lives, (life) => {
      let state: State | undefined;
      let held: Order | undefined;
      for (const record of life) {
        const before = state;
        state = before === undefined ? stateOf(record) : next(before, stateOf(record));
        const { order, events } = foldOrder(held, record, ABOUT);
        expect(stateOf(order)).toEqual(state);
        expect(events.map(shownOf)).toEqual(
          before === undefined ? first(state) : step(before, state),
        );
        // Nothing to show is nothing to keep, and whoever sees an event sees the order as it is now.
        expect(order === held).toBe(events.length === 0);
        for (const event of events) expect(event).toMatchObject({ order, ...ABOUT });
        held = order;
      }
    }),
    { numRuns: 500 },
  );
});

function shownOf({ kind, fillUnits, fillValuePaise }: OrderEvent): Shown {
  return { kind, fillUnits, fillValuePaise };
}

it('the same record again is nothing', () => {
  fc.assert(
    fc.property(lives, (life) => {
      let held: Order | undefined;
      for (const record of life) {
        held = foldOrder(held, record, ABOUT).order;
        const again = foldOrder(held, { ...record, terms: { ...record.terms } }, ABOUT);
        expect(again).toEqual({ order: held, events: [] });
      }
    }),
  );
});
