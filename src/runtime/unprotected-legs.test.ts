import { expect, it } from 'vitest';

import { aLeg, aRecord, filled, startedRig } from '../../test/support/engine-rig.ts';
import { DISK_FULL, STOP, takenAll } from '../../test/support/stop-rig.ts';
import { unprotectedLegs } from './unprotected-legs.ts';

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
