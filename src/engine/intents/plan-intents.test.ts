import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { aLeg, aRecord, CE, noticesOf, PE, RUN } from '../../../test/support/engine-rig.ts';
import { ELEMENT } from '../../../test/support/recount-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { type Desk } from '../desk.ts';
import { sliceCount, sliceQuantity } from './plan-intents.ts';

/** A desk that has seen orders under the tag of the next order of the leg. */
function seenBefore(...overs: readonly Partial<Order>[]): Desk {
  const { tag } = planned(aDesk());
  const desk = aDesk();
  const records = overs.map((over, index) =>
    aRecord({ ...ELEMENT, tag }, { orderId: `o${String(index)}`, ...over }),
  );
  desk.orders.observe(records, { observedAtMs: 0, ageMsMax: 0 }, () => null);
  leftDesk(desk);
  return desk;
}

const FILLED = { status: 'completed', filledUnits: 75, filledValuePaise: 750_000 } as const;

describe('an order whose tag was seen before', () => {
  it('is not sent again: the one that is there is taken over', () => {
    const desk = seenBefore(FILLED);
    const intent = planned(desk);
    expect(intent.state).toBe('accepted');
    expect(desk.ledger.netUnits(RUN, 'ce', CE.symbol)).toBe(-75);
    expect(noticesOf(leftDesk(desk), 'warning')).toEqual([
      expect.stringContaining('its order is taken over'),
    ]);
  });

  it.each<[string, Partial<Order>]>([
    ['contract', { symbol: PE.symbol }],
    ['side', { side: 'buy' }],
    ['quantity', { quantityUnits: 150 }],
  ])('is refused where one of the orders there is of another %s', (_, over) => {
    const desk = seenBefore(FILLED, { ...FILLED, ...over });
    const intent = planned(desk);
    expect(intent).toMatchObject({ state: 'refused', orders: new Map() });
    expect(desk.ledger.netUnits(RUN, 'ce', CE.symbol)).toBe(0);
  });

  it('counts among the orders of its run', () => {
    const desk = aDesk();
    planned(desk, aLeg());
    planned(desk, aLeg());
    expect(desk.runs.get(RUN).orders).toBe(2);
  });
});

describe('sliceQuantity', () => {
  it('cuts at the freeze quantity rounded down to lots', () => {
    expect(sliceQuantity(65 * 60, { lotSizeUnits: 65, freezeUnits: 1_800 })).toEqual([
      1_755, 1_755, 390,
    ]);
    expect(sliceQuantity(1_755, { lotSizeUnits: 65, freezeUnits: 1_800 })).toEqual([1_755]);
  });

  it('leaves a quantity whole when there is no freeze to obey', () => {
    expect(sliceQuantity(9_000, { lotSizeUnits: 75, freezeUnits: null })).toEqual([9_000]);
    expect(sliceQuantity(9_000, { lotSizeUnits: 75, freezeUnits: 50 })).toEqual([9_000]);
  });

  it('adds up, in whole lots, none above the freeze', () => {
    const lots = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(
        lots,
        lots,
        fc.integer({ min: 500, max: 5_000 }),
        (count, lotSizeUnits, freezeUnits) => {
          const contract = { lotSizeUnits, freezeUnits };
          const slices = sliceQuantity(count * lotSizeUnits, contract);
          expect(slices.reduce((sum, units) => sum + units, 0)).toBe(count * lotSizeUnits);
          expect(slices.every((units) => units % lotSizeUnits === 0 && units <= freezeUnits)).toBe(
            true,
          );
          expect(slices).toHaveLength(sliceCount(count * lotSizeUnits, contract));
        },
      ),
    );
  });
});

it('counts slices without making them', () => {
  const contract = { lotSizeUnits: 65, freezeUnits: 1_800 };
  expect([65, 1_755, 1_820].map((units) => sliceCount(units, contract))).toEqual([1, 1, 2]);
  expect(sliceCount(9_000, { lotSizeUnits: 75, freezeUnits: null })).toBe(1);
});

it('leaves no unit out where a lot is one', () => {
  expect(sliceQuantity(5, { lotSizeUnits: 1, freezeUnits: 2 })).toEqual([2, 2, 1]);
});
