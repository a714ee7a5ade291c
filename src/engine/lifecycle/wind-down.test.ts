import { describe, expect, it } from 'vitest';

import { aDesk, planned, putInto, working } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRecord,
  each,
  type EngineRig,
  filled,
  refusalsOf,
  RigProblem,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type Desk } from '../desk.ts';
import { isSettled } from './take-process-events.ts';

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

describe('a desk is settled', () => {
  function looked(desk: Desk, atMs: number | null): boolean {
    desk.polls.state('orders').lastGoodAtMs = atMs;
    return isSettled(desk);
  }

  it('once the orders were looked at after the last answer, while an entry works', () => {
    const desk = aDesk();
    working(desk);
    desk.lastAnswerAtMs = 5;
    expect([null, 4, 5].map((atMs) => looked(desk, atMs))).toEqual([false, false, true]);
    desk.awayUntilMs = 6;
    expect([5, 6].map((atMs) => looked(desk, atMs))).toEqual([false, true]);
  });

  it('though an entry waits, which nobody sends any more', () => {
    const desk = aDesk();
    planned(desk);
    desk.lastAnswerAtMs = 5;
    expect(looked(desk, null)).toBe(true);
  });

  it('not while an exit waits to be sent, however lately the orders were looked at', () => {
    const desk = aDesk();
    const exit = planned(desk, aLeg({ role: 'exit', side: 'buy' }));
    expect(looked(desk, desk.nowMs)).toBe(false);
    putInto(exit, 'accepted');
    expect(looked(desk, null)).toBe(true);
  });

  it('not while an answer is out', () => {
    const desk = aDesk();
    desk.attempts.add('a1', { kind: 'cancel', intents: new Map() });
    expect(looked(desk, desk.nowMs)).toBe(false);
  });
});
