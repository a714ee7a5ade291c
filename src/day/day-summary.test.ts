import { expect, it } from 'vitest';

import { aLeg, aRecord, filled, PE, startedRig } from '../../test/support/engine-rig.ts';
import { DISK_FULL, STOP, takenAll } from '../../test/support/stop-rig.ts';
import { UnseenRig } from '../../test/support/unseen-rig.ts';
import { countOrders, unprotectedLegs } from './day-summary.ts';

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

it('names legs that are without their stop, and those that were for too long, though they have it again', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(STOP);
  const [attempt] = rig.sent('place');
  if (attempt !== undefined) rig.answer(attempt, DISK_FULL);
  const sinceMs = rig.nowMs;
  const asItStands = { leg: 'ce', units: 75, sinceMs, longestMs: 0 };
  expect(unprotectedLegs(rig.engine.view())).toMatchObject([asItStands]);
  rig.pass(6_000);
  expect(unprotectedLegs(rig.engine.view())).toMatchObject([{ ...asItStands, longestMs: 6_000 }]);
  const records = takenAll(rig).map((element) => aRecord(element));
  rig.show(...records);
  const inTheEnd = { leg: 'ce', units: 0, sinceMs: null, longestMs: 6_000 };
  expect(unprotectedLegs(rig.engine.view())).toMatchObject([inTheEnd]);
  rig.show(...records.map((stop) => filled(stop, 13_000)));
  expect(unprotectedLegs(rig.engine.view())).toMatchObject([inTheEnd]);
});

it('names no leg that had its stop within the bound', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.work(STOP);
  expect(rig.engine.view().protections).toHaveLength(1);
  expect(unprotectedLegs(rig.engine.view())).toEqual([]);
});
