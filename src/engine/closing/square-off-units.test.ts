import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, putInto, shownAs } from '../../../test/support/desk-rig.ts';
import { aLeg, RUN } from '../../../test/support/engine-rig.ts';
import { cancelOrders } from '../commands/modify-and-cancel.ts';
import { standings } from '../halting/lock-at-limits.ts';
import { fallenLeg } from '../intents/intent.ts';
import { refuseUnsent } from '../intents/refuse.ts';
import { driveSquareOffs, startSquareOff } from './square-off.ts';

describe('a square-off', () => {
  it.each([
    [1, 'sell'],
    [-1, 'buy'],
    [75, 'sell'],
  ])('of %i units asks to %s them', (netUnits, side) => {
    const desk = aDesk();
    putInto(planned(desk), 'rejected');
    const line = held(desk, netUnits);
    startSquareOff(desk, { runId: RUN, scope: 'all', reason: 'x', origin: 'strategy' });
    driveSquareOffs(desk);
    const order = { side, quantityUnits: Math.abs(line.position.netUnits) };
    expect(desk.intents.ofLeg(RUN, 'ce')).toMatchObject([{}, { origin: 'square-off', order }]);
  });
});

it('a run with two lines stands at what both brought, to the paisa', () => {
  const desk = aDesk();
  held(desk, 75, { pricePaise: 10_000 });
  held(desk, -75, { pricePaise: 10_100 });
  held(desk, -75, { leg: 'pe', pricePaise: 10_000 });
  expect([...standings(desk)]).toEqual([
    [RUN, { profitPaise: 7_500, cashPaise: 757_500, isFlat: false }],
  ]);
});

it('an order that is refused keeps why, and so does the leg that fell with it', () => {
  const desk = aDesk();
  const intent = planned(desk);
  refuseUnsent(desk, intent, { kind: 'not-sent', detail: 'x' });
  expect(intent).toMatchObject({ state: 'refused', detail: 'Not sent: x' });
  expect(fallenLeg(intent)).toContain('refused: Not sent: x');
  const unseen = planned(desk);
  putInto(unseen, 'accepted');
  expect(fallenLeg(unseen)).toContain('not shown by any poll');
});

it('a cancel that names a leg that is not there cancels nothing', () => {
  const desk = aDesk();
  const intent = planned(desk, aLeg());
  shownAs(intent);
  const ref = { runId: RUN, commandIndex: 0 };
  cancelOrders(desk, { kind: 'cancel', legs: ['ce', 'none'], role: null }, ref);
  expect(intent.cancel).toBeNull();
});
