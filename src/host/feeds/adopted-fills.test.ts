import { assert, describe, expect, it } from 'vitest';

import { aLeg, filled, inputsOf, startedRig } from '../../../test/support/engine-rig.ts';
import { OrderFeed } from './order-feed.ts';
import { type LegPosition } from '../../streams/observations.ts';

describe('what a run sees of a close by hand', () => {
  it.each([
    ['as it is', {}],
    ['spelled another way', { symbol: 'NSE:OTHER' }],
    ['with a price that is corrected later', { filledValuePaise: 75 * 9_123 }],
  ])('agrees with the ledger: %s', (_, over) => {
    const rig = startedRig();
    const mine = rig.hold(aLeg({ quantityUnits: 150 }));
    const hand = { ...mine, orderId: 'by-hand', tag: '', side: 'buy', filledUnits: 0 } as const;
    const closed = filled({ ...hand, quantityUnits: 75 }, 9_000);
    rig.show(closed);
    rig.show({ ...closed, ...over, updatedAtMs: 9 });
    const feed = new OrderFeed(() => undefined);
    let seen: readonly LegPosition[] = [];
    feed.positions.subscribe({
      next: (positions) => {
        seen = positions;
      },
      error: (error: unknown) => {
        assert.fail(String(error));
      },
    });
    for (const input of inputsOf(rig.effects)) {
      if (input.kind === 'orders-observed') feed.observe(input);
    }
    const ledger = rig.engine.view().positions;
    expect(ledger).toMatchObject([{ netUnits: -75 }]);
    expect(seen).toMatchObject(
      ledger.map(({ leg, netUnits, cashPaise }) => ({ leg, netUnits, cashPaise })),
    );
  });
});
