import { expect, it } from 'vitest';

import { aDesk, leftDesk, planned } from '../../../test/support/desk-rig.ts';
import { inputsOf, RUN } from '../../../test/support/engine-rig.ts';
import { FILLED } from '../../../test/support/recount-rig.ts';
import { adoptOrders } from './plan-intents.ts';

it('orders that were seen before their intent count, and its run sees them appear', () => {
  const desk = aDesk();
  adoptOrders(desk, planned(desk), [FILLED]);
  expect(desk.ledger.netUnits(RUN, 'ce', FILLED.symbol)).toBe(-75);
  expect(inputsOf(leftDesk(desk))).toMatchObject([{ kind: 'orders-observed' }]);
});

it('orders of a run that does not run count, and nothing is shown to it', () => {
  const desk = aDesk();
  const intent = planned(desk);
  desk.runs.get(RUN).state = 'held';
  adoptOrders(desk, intent, [FILLED]);
  expect(desk.ledger.netUnits(RUN, 'ce', FILLED.symbol)).toBe(-75);
  expect(inputsOf(leftDesk(desk))).toEqual([]);
});
