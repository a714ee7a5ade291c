import { expect, it } from 'vitest';

import {
  aLeg,
  type EngineRig,
  noticesOf,
  PE,
  startedRig,
} from '../../../test/support/engine-rig.ts';

const GAP_MS = 433_000;

/** A square-off of one leg and an order of another without an answer, then a gap. */
function afterGap(): EngineRig {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(aLeg({ leg: 'pe', contract: PE }));
  rig.command({ kind: 'squareOff', legs: ['ce'], reason: 'done' });
  rig.nowMs += GAP_MS;
  rig.step({ kind: 'restarted', lastAtMs: rig.nowMs - GAP_MS });
  return rig;
}

const late = (rig: EngineRig): readonly string[] =>
  noticesOf(rig.effects, 'critical').filter((told) => /Not flat|no poll has shown/.test(told));

it('holds nobody to a time in which no process ran', () => {
  const rig = afterGap();
  rig.pass(1_000);
  expect(late(rig)).toEqual([]);
});

it('tells of the time since the restart when that alone is too long', () => {
  const rig = afterGap();
  rig.pass(30_000);
  rig.pass(30_000);
  const told = late(rig);
  expect(told.some((one) => one.includes('no poll has shown it for 30 s'))).toBe(true);
  expect(told.some((one) => one.includes('Not flat 60 s after the restart'))).toBe(true);
});
