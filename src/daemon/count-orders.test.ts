import { expect, it } from 'vitest';

import { aLeg, filled, PE, startedRig } from '../../test/support/engine-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';
import { countOrders } from './sum-up-day.ts';

it('counts an order that was answered as accepted and not shown yet', () => {
  const rig = new UnseenRig();
  rig.hold(aLeg());
  rig.send({ kind: 'accepted', orderId: null, detail: '' }, aLeg({ role: 'exit', side: 'buy' }));
  expect(countOrders(rig.engine.view())).toMatchObject({ placed: 2, filled: 1, working: 1 });
});

it('counts what works, and what is unknown apart from what was placed', () => {
  const rig = startedRig();
  rig.show(filled(rig.work(aLeg()), 10_000));
  rig.work(aLeg({ leg: 'pe', contract: PE }));
  expect(countOrders(rig.engine.view())).toEqual({
    placed: 2,
    filled: 1,
    working: 1,
    cancelled: 0,
    rejected: 0,
    unknown: 0,
  });
  const lost = new UnseenRig();
  lost.send('lost');
  expect(countOrders(lost.engine.view())).toMatchObject({ placed: 0, working: 0, unknown: 1 });
});
