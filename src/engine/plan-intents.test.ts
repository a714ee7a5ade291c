import { describe, expect, it } from 'vitest';

import { aDesk, leftDesk, planned } from '../../test/support/desk-rig.ts';
import { aLeg, aRecord, CE, noticesOf, PE, RUN } from '../../test/support/engine-rig.ts';
import { type Order } from '../model/order.ts';
import { ELEMENT } from '../../test/support/recount-rig.ts';
import { type Desk } from './desk.ts';

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
