import { expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  aRun,
  CE,
  EngineRig,
  filled,
  moved,
  noticesOf,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { protection, STOP, takenAll, TERMS } from '../../../test/support/stop-rig.ts';
import { type Order } from '../../model/order.ts';

/**
 * Answers what was placed last as taken; its record is not shown yet.
 *
 * @throws {RigProblem} when nothing was placed
 */
function accept(rig: EngineRig): Order {
  const [element] = takenAll(rig);
  if (element === undefined) throw new RigProblem('nothing was placed');
  return aRecord(element);
}

it('runs from the command until the answer that took the stop, once a poll has shown it', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(STOP);
  const fromMs = rig.nowMs;
  expect(protection(rig)).toMatchObject({
    heldUnits: 75,
    protectedUnits: 0,
    unprotectedSinceMs: fromMs,
    state: 'placing',
  });
  rig.pass(300);
  const stop = accept(rig);
  expect(protection(rig)).toMatchObject({ unprotectedSinceMs: null, protectedUnits: 75 });
  rig.pass(1_000);
  rig.show(stop);
  expect(protection(rig)).toMatchObject({
    unprotectedSinceMs: null,
    longestUnprotectedMs: 300,
    state: 'standing',
    isBeyondBound: false,
  });
});

it('never stopped where a poll shows that the stop was not taken after all', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place(STOP);
  const fromMs = rig.nowMs;
  const stop = accept(rig);
  rig.pass(1_000);
  rig.show(moved(stop, { status: 'place-pending' }));
  rig.pass(1_000);
  rig.show(moved(stop, { status: 'rejected', updatedAtMs: 9 }));
  expect(protection(rig)).toMatchObject({ unprotectedSinceMs: fromMs, tries: 1 });
});

it('goes on while the leg is closed for want of a stop, and ends with it; people hear of both', () => {
  const rig = startedRig();
  rig.hold(aLeg());
  rig.place({ ...STOP, terms: { ...TERMS, triggerPricePaise: -1 } });
  const exit = accept(rig);
  rig.pass(4_999);
  expect(noticesOf(rig.effects, 'critical').at(-1)).not.toContain('without the stop');
  rig.pass(1);
  expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(
    /^Leg "ce" holds 75 units of .* since 09:20:00: .*\. The leg is being closed$/,
  );
  rig.pass(1_000);
  rig.show(filled(exit, 10_000));
  expect(noticesOf(rig.effects, 'info')).toContain('Leg "ce" is flat after 6 s without one');
  expect(protection(rig)).toMatchObject({
    state: 'flat',
    heldUnits: 0,
    unprotectedSinceMs: null,
    longestUnprotectedMs: 6_000,
    isBeyondBound: true,
  });
});

it('is not started by a square-off, nor by stops that lapse with the session', () => {
  const rig = startedRig();
  rig.hold(aLeg({ product: 'carry-forward' }));
  const stop = rig.work({ ...STOP, product: 'carry-forward' });
  rig.to('15:40');
  rig.show(moved(stop, { status: 'cancelled' }));
  rig.pass(60_000);
  expect(protection(rig)).toMatchObject({ unprotectedSinceMs: null, isBeyondBound: false });
});

it('counts what stops are asked for, not more', () => {
  const rig = startedRig();
  rig.hold(aLeg({ quantityUnits: 150 }));
  rig.work(STOP);
  expect(protection(rig)).toMatchObject({
    heldUnits: 150,
    protectedUnits: 75,
    unprotectedSinceMs: null,
    state: 'standing',
  });
});

it('of a leg held over night waits for the open, and the stop with it', () => {
  const rig = new EngineRig({ from: '09:10' });
  const held = { netUnits: -75, openValuePaise: 750_000, lastPaise: 10_000 };
  const carried = [{ leg: 'ce', contract: CE, ...held }];
  rig.step({ kind: 'run-started', run: aRun(), carried });
  rig.place({ ...STOP, product: 'carry-forward' });
  expect(protection(rig)).toMatchObject({ state: 'closed', unprotectedSinceMs: null });
  rig.to('09:15');
  rig.show(accept(rig));
  expect(protection(rig)).toMatchObject({ state: 'standing', protectedUnits: 75 });
});

it('tells of the units that have no stop, not of those beside them that have', () => {
  const rig = startedRig();
  rig.hold(aLeg({ quantityUnits: 225 }));
  rig.work(STOP);
  rig.place({ ...STOP, quantityUnits: 150 });
  rig.sent('place');
  rig.pass(4_999);
  expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  rig.pass(1);
  expect(noticesOf(rig.effects, 'critical').at(-1)).toContain(
    `holds 150 units of ${CE.symbol} without the stop`,
  );
  expect(protection(rig)).toMatchObject({ heldUnits: 225, protectedUnits: 75 });
});

it('does not ask stops to cover what another exit closes', () => {
  const rig = startedRig();
  rig.hold(aLeg({ quantityUnits: 150 }));
  rig.work(aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 5_000 } }));
  rig.place({ ...STOP, quantityUnits: 150 });
  const stop = accept(rig);
  rig.pass(1_000);
  rig.show(stop);
  rig.pass(10_000);
  expect(stop.quantityUnits).toBe(75);
  expect(protection(rig)).toMatchObject({ state: 'standing', unprotectedSinceMs: null });
});
