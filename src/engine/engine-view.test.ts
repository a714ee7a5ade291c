import { describe, expect, it } from 'vitest';

import { aDesk, planned, shownAs } from '../../test/support/desk-rig.ts';
import {
  aCalendar,
  aLeg,
  aQuote,
  aRun,
  CE,
  EngineRig,
  filled,
  HEDGE,
  PE,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { type Command } from '../model/orders/command.ts';
import { DEFAULT_RUN_POLICIES } from '../model/runs/run-policies.ts';
import { type RunState, viewOf } from './engine-view.ts';
import { Engine } from './engine.ts';

const START: Command = {
  kind: 'startPosition',
  position: 'morning',
  alertName: 'morning',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
};

/**
 * How a run stands, the first by default.
 *
 * @throws {RigProblem} when there is no such run
 */
function runOf(rig: EngineRig, place = 0): RunState {
  const run = rig.engine.view().runs[place];
  if (run === undefined) throw new RigProblem('no such run');
  return run;
}

it('an engine that heard nothing yet shows nothing', () => {
  const options = { mode: 'paper', account: 'a', brokerId: 'b', calendar: aCalendar() } as const;
  expect(new Engine(options).view()).toEqual({
    atMs: null,
    halt: expect.objectContaining({ state: 'active' }) as unknown,
    locks: [],
    weeks: [],
    vetoes: [],
    questions: [],
    staleSources: [],
    runs: [],
    intents: [],
    orders: [],
    positions: [],
    protections: [],
    customPositions: [],
    unknownStarts: [],
    orphans: [],
    isInSession: false,
    pausedLegs: [],
    missingOrderIds: [],
    baskets: [],
    squareOffs: [],
    heldCount: 0,
    unknownCount: 0,
    attemptsUnderWay: 0,
    pricesWantedSinceMs: null,
    lastGoodPolls: { ordersAtMs: null, quotesAtMs: null },
  });
});

describe('a run', () => {
  it('has sent something once an order of it left, and not by the order of another', () => {
    const rig = startedRig();
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    expect(runOf(rig)).toMatchObject({ hasSent: false, commands: 0, orders: 0 });
    rig.place(aLeg());
    expect(runOf(rig)).toMatchObject({ hasSent: false, commands: 1, orders: 1 });
    rig.fresh();
    expect([runOf(rig).hasSent, runOf(rig, 1).hasSent]).toEqual([true, false]);
    expect(rig.engine.view()).toMatchObject({ attemptsUnderWay: 1, heldCount: 0, unknownCount: 0 });
  });

  it('has sent something once a start of it left', () => {
    const rig = startedRig();
    rig.command(START);
    expect(runOf(rig).hasSent).toBe(true);
  });

  it('lacks prices until it is shown some that it watches', () => {
    const rig = startedRig();
    expect(runOf(rig).lacksPrices).toBe(false);
    rig.watch({ kind: 'contract', contract: CE });
    expect(runOf(rig).lacksPrices).toBe(true);
    rig.quotes(aQuote(PE));
    expect(runOf(rig).lacksPrices).toBe(true);
    rig.quotes(aQuote(CE));
    expect(runOf(rig).lacksPrices).toBe(false);
  });

  it('is refused for want of data where nothing but that, and what follows from it, was refused', () => {
    const rig = startedRig();
    expect(runOf(rig).isRefusedForData).toBe(false);
    rig.orders();
    rig.place(aLeg());
    rig.pass(5_000);
    expect(runOf(rig).isRefusedForData).toBe(true);
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.command({ kind: 'cancel', legs: ['unknown'], role: null });
    rig.command({ kind: 'squareOffPosition', position: 'unknown' });
    expect(runOf(rig).isRefusedForData).toBe(true);
    rig.place(aLeg({ quantityUnits: 1 }));
    expect(runOf(rig).isRefusedForData).toBe(false);
  });

  it('is not refused for want of data by an answer of the platform', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.attempts();
    if (attempt === undefined) throw new RigProblem('nothing was sent');
    rig.answer(attempt, REFUSED);
    expect(runOf(rig).isRefusedForData).toBe(false);
  });
});

describe('a position', () => {
  it('is worth what came in less what went out while flat, and by the last price while held', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.quotes(aQuote(CE, 9_000));
    expect(rig.engine.view().positions).toMatchObject([
      { netUnits: -75, lastPaise: 9_000, profitPaise: 75_000, averagePricePaise: 10_000 },
    ]);
    rig.show(filled(rig.work(aLeg({ role: 'exit', side: 'buy' })), 9_500));
    rig.quotes(aQuote(CE, 20_000));
    expect(rig.engine.view().positions).toMatchObject([
      { netUnits: 0, profitPaise: 37_500, cashPaise: 37_500, realisedPaise: 37_500 },
    ]);
  });

  it('has no profit without a price', () => {
    const rig = new EngineRig();
    const held = { netUnits: -75, openValuePaise: 750_000, lastPaise: 10_000 };
    rig.step({
      kind: 'run-started',
      run: aRun(),
      carried: [{ leg: 'h', contract: HEDGE, ...held }],
    });
    expect(rig.engine.view().positions).toMatchObject([{ lastPaise: null, profitPaise: null }]);
  });
});

it('polls are as old as the last good one of each subject', () => {
  const rig = startedRig();
  rig.orders();
  const ordersAtMs = rig.nowMs;
  rig.pass(1_000);
  rig.quotes(aQuote(CE));
  const quotesAtMs = rig.nowMs;
  expect(rig.engine.view().lastGoodPolls).toEqual({ ordersAtMs, quotesAtMs });
});

it('an account that the operator resumes is active by the operator', () => {
  const rig = startedRig();
  const request = { action: 'halt', state: 'reducing', reason: 'news' } as const;
  rig.step({ kind: 'operator-asked', request });
  rig.step({ kind: 'operator-asked', request: { action: 'resume', reason: 'over' } });
  expect(rig.engine.view().halt).toEqual({
    state: 'active',
    sinceMs: rig.nowMs,
    reason: 'over',
    by: 'operator',
  });
  expect(rig.engine.view().runs).toMatchObject([{ runId: RUN, state: 'running' }]);
});

it('a run has sent something once any of its orders, starts or signals left, and not by those of others', () => {
  const desk = aDesk();
  desk.runs.start(aRun({ runId: 'other' }), DEFAULT_RUN_POLICIES);
  const hasSent = (): readonly boolean[] => viewOf(desk).runs.map((run) => run.hasSent);
  const intent = planned(desk);
  expect(hasSent()).toEqual([false, false]);
  shownAs(intent);
  expect(hasSent()).toEqual([true, false]);
  desk.signals.send({ runId: 'other', commandIndex: 0, sentAtMs: 0 });
  expect(hasSent()).toEqual([true, true]);
  const signalled = aDesk();
  signalled.signals.send({ runId: 'other', commandIndex: 0, sentAtMs: 0 });
  expect(viewOf(signalled).runs).toMatchObject([{ hasSent: false }]);
});
