import { describe, expect, it } from 'vitest';

import { knownOrder } from '../../test/support/drawn-events.ts';
import {
  aLeg,
  aRecord,
  aRun,
  CE,
  DATE,
  EngineRig,
  filled,
  RigProblem,
  startedRig,
} from '../../test/support/engine-rig.ts';
import { DISK_FULL, STOP, takenAll } from '../../test/support/stop-rig.ts';
import { type Order } from '../model/orders/order.ts';
import { instantAt } from '../model/time/ist.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { ownOrders, reckonOrders } from './day-ledger.ts';
import {
  lockViews,
  orderViews,
  phaseAt,
  pnlView,
  positionViews,
  type StopsSeen,
  stopViews,
  strategyViews,
  unprotectedLegs,
} from './view-of-day.ts';

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
    const picture = { day: calendar.day(DATE), runs: [aRun()], view, result, notices: [] };
    const { realisedPaise, unrealisedPaise, costsPaise } = pnlView(picture);
    expect({ realisedPaise, unrealisedPaise }).toEqual({
      realisedPaise: 75 * 1_000,
      unrealisedPaise: 75 * 500,
    });
    expect(costsPaise).toBe(result.costs.totalPaise);
    expect(positionViews(picture)).toMatchObject([{ leg: 'ce', netUnits: -75 }]);
    expect(orderViews(picture).map(({ isWorking }) => isWorking)).toEqual([false, false]);
  });
});

it('says of a run without an order that it has none yet, whatever it waits for', () => {
  const rig = new EngineRig();
  rig.start();
  const view = rig.engine.view();
  const terms = { date: DATE, rules, costTable: tables.costs, lastPaise: () => null };
  const result = reckonOrders(ownOrders(view), terms);
  const picture = { day: calendar.day(DATE), runs: [aRun()], view, result, notices: [] };
  expect(strategyViews(picture)).toMatchObject([{ state: 'running', note: 'no order yet' }]);
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

const RUN = { runId: 'straddle@2026-11-20/paper', leg: 'ce' };
type Seen = { [Key in keyof StopsSeen]: StopsSeen[Key][number] };

function leg(parts: Partial<Seen['positions']> = {}): Seen['positions'] {
  return { ...RUN, contract: CE, netUnits: -75, lastPaise: 10_000, ...parts };
}

function stopOrder(triggerPricePaise: number, status: Order['status'] = 'trigger-pending'): Order {
  const terms = { kind: 'stop', triggerPricePaise, limitPricePaise: 1 } as const;
  return { ...knownOrder(String(triggerPricePaise)), terms, status };
}

function exit(orders: readonly Order[], side: 'buy' | 'sell' = 'buy'): Seen['intents'] {
  return { ...RUN, symbol: CE.symbol, side, orders };
}

const asked = (state: Seen['protections']['state']): Seen['protections'] => ({
  ...RUN,
  symbol: CE.symbol,
  state,
});
const seen = (parts: Partial<StopsSeen>): unknown =>
  stopViews({ positions: [leg()], protections: [], intents: [], ...parts });

describe('the stop of an open leg', () => {
  it('of a short is as far as the price has to rise, of a long as it has to fall', () => {
    expect(seen({ intents: [exit([stopOrder(13_000)])] })).toMatchObject([
      { leg: 'ce', triggerPaise: 13_000, awayPaise: 3_000, state: 'standing' },
    ]);
    const positions = [leg({ netUnits: 75 })];
    expect(seen({ positions, intents: [exit([stopOrder(9_000)], 'sell')] })).toMatchObject([
      { triggerPaise: 9_000, awayPaise: 1_000 },
    ]);
  });

  it('is the nearest of those that work', () => {
    const orders = [stopOrder(14_000), stopOrder(13_000), stopOrder(11_000, 'cancelled')];
    expect(seen({ intents: [exit(orders)] })).toMatchObject([{ triggerPaise: 13_000 }]);
  });

  it('is below nothing once the price is through it, and unknown without a price', () => {
    const intents = [exit([stopOrder(9_500)])];
    expect(seen({ intents })).toMatchObject([{ awayPaise: -500 }]);
    expect(seen({ intents, positions: [leg({ lastPaise: null })] })).toMatchObject([
      { triggerPaise: 9_500, awayPaise: null },
    ]);
  });

  it('that was asked for and has no order says how it stands', () => {
    expect(seen({ protections: [asked('unknown')] })).toMatchObject([
      { triggerPaise: null, awayPaise: null, state: 'unknown' },
    ]);
  });

  it('is none where none was asked for, it was given up, or the leg is flat', () => {
    expect(seen({})).toEqual([]);
    expect(seen({ protections: [asked('unasked')] })).toEqual([]);
    const intents = [exit([stopOrder(9_500)])];
    expect(seen({ intents, positions: [leg({ netUnits: 0 })] })).toEqual([]);
    expect(seen({ intents: [exit([stopOrder(9_500)], 'sell')] })).toEqual([]);
  });
});

it('a lock names its run, or the account', () => {
  const lock = { protection: 'day-loss', reason: 'x', sinceMs: 1, untilMs: null } as const;
  expect(
    lockViews({
      locks: [
        { ...lock, runId: null },
        { ...lock, runId: RUN.runId },
      ],
    }),
  ).toEqual([
    { name: 'account', reason: 'x', untilMs: null },
    { name: 'straddle', reason: 'x', untilMs: null },
  ]);
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
