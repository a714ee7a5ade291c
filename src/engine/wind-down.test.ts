import { expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  type EngineRig,
  each,
  filled,
  refusalsOf,
  RigProblem,
  startedRig,
} from '../../test/support/engine-rig.ts';

const STOP = aLeg({
  role: 'stop',
  side: 'buy',
  terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 },
});
const START = { kind: 'startPosition', position: 'p', alertName: 'a', ticker: 'NIFTY' } as const;

function windingDown(): EngineRig {
  const rig = startedRig();
  rig.fresh();
  return rig;
}

function placedLast(rig: EngineRig) {
  const attempt = rig.sent('place').at(-1);
  const [element] = attempt?.request.elements ?? [];
  if (attempt === undefined || element === undefined) throw new RigProblem('nothing was placed');
  return { attempt, element };
}

function restart(rig: EngineRig, afterMs: number): void {
  const lastAtMs = rig.nowMs;
  rig.nowMs += afterMs;
  rig.step({ kind: 'restarted', lastAtMs });
  rig.fresh(...rig.book.values());
}

it('sends no entry and no start any more', () => {
  const rig = windingDown();
  rig.step({ kind: 'winding-down' });
  rig.place(aLeg());
  rig.command({ ...START, legs: [{}], exitTime: null });
  rig.fresh();
  expect(rig.sent('place')).toEqual([]);
  expect(rig.sent('start-position')).toEqual([]);
});

it('modifies no entry any more', () => {
  const rig = windingDown();
  rig.work(aLeg({ terms: { kind: 'limit', pricePaise: 11_000 } }));
  rig.step({ kind: 'winding-down' });
  rig.command({
    kind: 'modify',
    leg: 'ce',
    role: 'entry',
    terms: { kind: 'limit', pricePaise: 12_000 },
  });
  rig.fresh(...rig.book.values());
  expect(rig.sent('modify')).toEqual([]);
});

it('places the stop of what fills meanwhile, and is settled only then', () => {
  const rig = windingDown();
  rig.place(aLeg());
  rig.fresh();
  const { attempt, element } = placedLast(rig);
  rig.step({ kind: 'winding-down' });
  expect(rig.engine.isSettled()).toBe(false);
  rig.pass(300);
  rig.answer(attempt, each([element.tag]));
  expect(rig.engine.isSettled()).toBe(false);
  rig.pass(300);
  rig.show(filled(aRecord(element), 10_000));
  rig.place(STOP);
  expect(rig.engine.isSettled()).toBe(false);
  rig.fresh(...rig.book.values());
  const stop = placedLast(rig);
  expect(stop.element).toMatchObject({ side: 'buy' });
  rig.answer(stop.attempt, each([stop.element.tag]));
  expect(rig.engine.isSettled()).toBe(true);
});

it('refuses what it kept back when the process comes back late', () => {
  const rig = windingDown();
  rig.step({ kind: 'winding-down' });
  rig.place(aLeg());
  rig.command({ ...START, legs: [{}], exitTime: null });
  restart(rig, 600_000);
  expect(rig.sent('place')).toEqual([]);
  expect(rig.sent('start-position')).toEqual([]);
  expect(refusalsOf(rig.effects)).toHaveLength(2);
});
