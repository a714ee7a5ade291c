import { expect, it } from 'vitest';

import {
  aCalendar,
  aDay,
  aLeg,
  aRun,
  at,
  CE,
  EngineRig,
  filled,
  HEDGE,
  noticesOf,
  PE,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../test/support/engine-rig.ts';

/** So long that a thousandth more or less of it is seconds, and less than half a second short of the next. */
const LONG_MS = 3_000_600;

/** What people hear when nothing came for long. */
function after(rig: EngineRig): string {
  return noticesOf(rig.pass(LONG_MS)).join('\n');
}

it('an order without an answer is told with how long no poll has shown it', () => {
  const rig = startedRig();
  rig.fresh();
  rig.place(aLeg());
  const [attempt] = rig.attempts();
  if (attempt === undefined) throw new RigProblem('nothing was sent');
  rig.answer(attempt, TIMEOUT);
  expect(after(rig)).toContain('is unknown and no poll has shown it for 3001 s: look at');
});

it('shorts without their hedges are told with how long they have none', () => {
  const rig = new EngineRig();
  const held = { openValuePaise: 750_000, lastPaise: 10_000 };
  const carried = [
    { leg: 'ce', contract: CE, netUnits: -75, ...held },
    { leg: 'hedge', contract: HEDGE, netUnits: 75, ...held },
  ];
  rig.step({ kind: 'run-started', run: aRun(), carried });
  rig.fresh();
  const product = 'carry-forward';
  const sold = aLeg({ leg: 'hedge', contract: HEDGE, role: 'exit', side: 'sell', product });
  rig.show(filled(rig.work(sold), 10_000));
  expect(after(rig)).toContain('1 lot short without a hedge for 3001 s in legs "ce", "hedge"');
});

it('a program that began anew is told with how long none ran', () => {
  const rig = startedRig();
  const lastAtMs = rig.nowMs;
  rig.nowMs += LONG_MS;
  const told = noticesOf(rig.step({ kind: 'restarted', lastAtMs }), 'warning');
  expect(told[0]).toBe('The program restarted after 3001 s');
});

it('orders that are left at the close are told with how they stand', () => {
  const product = 'carry-forward';
  const rig = startedRig();
  rig.place(aLeg({ leg: 'pe', contract: PE, product }));
  rig.fresh();
  const [lost] = rig.sent('place');
  if (lost === undefined) throw new RigProblem('nothing was sent');
  rig.answer(lost, TIMEOUT);
  rig.work(aLeg({ product }));
  rig.nowMs = at('15:40');
  expect(noticesOf(rig.step({ kind: 'time-passed' }), 'warning')).toEqual([
    `At the close the entry order of leg "pe" (${PE.symbol}) is unknown`,
    `At the close the entry order of leg "ce" (${CE.symbol}) still works`,
  ]);
});

it('orders that stand at a break are no matter of notices', () => {
  const sessions = [
    { startMs: at('09:15'), endMs: at('11:30') },
    { startMs: at('13:00'), endMs: at('15:40') },
  ];
  const rig = startedRig({ calendar: aCalendar(aDay({ sessions })) });
  rig.work(aLeg({ product: 'carry-forward' }));
  expect(noticesOf(rig.to('11:30'))).toEqual([]);
  expect(noticesOf(rig.to('13:00'))).toEqual([]);
  expect(noticesOf(rig.to('15:40'), 'warning')).toHaveLength(1);
});
