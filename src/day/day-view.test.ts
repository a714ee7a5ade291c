import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  aRun,
  CE,
  DATE,
  EngineRig,
  filled,
  RigProblem,
} from '../../test/support/engine-rig.ts';
import { instantAt } from '../model/time/ist.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { ownOrders, reckonOrders } from './day-ledger.ts';
import {
  lockViews,
  orderViews,
  phaseAt,
  pnlView,
  positionViews,
  strategyViews,
} from './day-view.ts';

const { calendar, rules, tables } = loadMarketKnowledge();

describe('the profit of a day', () => {
  it('is what was closed, and apart from it what is open', () => {
    const rig = new EngineRig();
    rig.start();
    rig.hold(aLeg({ quantityUnits: 150 }), 10_000);
    rig.command({ kind: 'place', orders: [aLeg({ role: 'exit', side: 'buy' })] });
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    rig.show(filled(aRecord(element, { updatedAtMs: 5 }), 9_000));
    const view = rig.engine.view();
    const result = reckonOrders(ownOrders(view), {
      date: DATE,
      rules,
      costTable: tables.costs,
      lastPaise: (symbol) => (symbol === CE.symbol ? 9_500 : null),
    });
    const picture = { runs: [aRun()], books: view, result, notices: [] };
    const { realisedPaise, unrealisedPaise, costsPaise } = pnlView(picture);
    expect({ realisedPaise, unrealisedPaise }).toEqual({
      realisedPaise: 75 * 1_000,
      unrealisedPaise: 75 * 500,
    });
    expect(costsPaise).toBe(result.costs.totalPaise);
    expect(positionViews(picture)).toMatchObject([{ leg: 'ce', netUnits: -75 }]);
    expect(orderViews(view).map(({ isWorking }) => isWorking)).toEqual([false, false]);
  });
});

it('says of a run without an order that it has none yet, whatever it waits for', () => {
  const rig = new EngineRig();
  rig.start();
  const view = rig.engine.view();
  const terms = { date: DATE, rules, costTable: tables.costs, lastPaise: () => null };
  const result = reckonOrders(ownOrders(view), terms);
  const picture = { runs: [aRun()], books: view, result, notices: [] };
  expect(strategyViews(picture)).toMatchObject([{ state: 'running', note: 'no order yet' }]);
  const { runId } = aRun();
  const stale = { runId, source: 'vix', heardAtMs: null, staleAfterMs: 1 };
  const others = { ...stale, runId: 'other', source: 'mood' };
  const books = { ...view, staleSources: [stale, others] };
  expect(strategyViews({ ...picture, books })).toMatchObject([
    { state: 'running', note: 'waits for a value of "vix"' },
  ]);
});

describe('the phase of a day', () => {
  it.each([
    ['09:14:59', 'before-open'],
    ['09:15', 'open'],
    ['15:39:59', 'open'],
    ['15:40', 'after-close'],
  ])('at %s is %s', (time, phase) => {
    expect(phaseAt(calendar.day(DATE), instantAt(DATE, time))).toBe(phase);
  });
});

it('a lock names its run, or the account', () => {
  const lock = { protection: 'day-loss', reason: 'x', sinceMs: 1, untilMs: null } as const;
  expect(
    lockViews({
      vetoes: [],
      locks: [
        { ...lock, runId: null },
        { ...lock, runId: 'straddle@2026-11-20/paper' },
      ],
    }),
  ).toEqual([
    { name: 'account', reason: 'x', untilMs: null },
    { name: 'straddle', reason: 'x', untilMs: null },
  ]);
});
