import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  HEDGE,
  noticesOf,
  PE,
  pricesWantedOf,
  refusalsOf,
  RUN,
} from '../../../test/support/engine-rig.ts';
import { type CarriedPosition } from '../../model/orders/carried-over.ts';
import { NO_PROTECTIONS, type RunPolicies } from '../../model/runs/run-policies.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { type EngineLimits } from '../engine-limits.ts';

/** Two lots of the call, bought at 100.00, worth 90.00 when yesterday ended. */
const LONG: CarriedPosition = {
  leg: 'held',
  contract: CE,
  netUnits: 150,
  openValuePaise: 1_500_000,
  lastPaise: 9_000,
};

const EXIT = aLeg({ leg: 'held', role: 'exit', side: 'sell', quantityUnits: 150 });

interface Carried {
  readonly positions?: readonly CarriedPosition[];
  readonly limits?: Partial<EngineLimits>;
  readonly policies?: Partial<RunPolicies>;
}

function carriedRig({ positions = [LONG], limits = {}, policies = {} }: Carried = {}): EngineRig {
  const rig = new EngineRig({ limits });
  rig.step({ kind: 'run-started', run: aRun(), policies, carried: positions });
  rig.fresh();
  return rig;
}

/** What was placed since the last call, and its answer. */
function placed(rig: EngineRig): readonly PlaceElement[] {
  return rig.sent('place').flatMap((attempt) => {
    rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
    return attempt.request.elements;
  });
}

/** Fills what was placed since the last call. */
function fill(rig: EngineRig, pricePaise: number): readonly PlaceElement[] {
  const elements = placed(rig);
  for (const element of elements) rig.show(filled(aRecord(element), pricePaise));
  return elements;
}

const held = (rig: EngineRig): readonly (readonly [string, number])[] =>
  rig.engine.view().positions.map(({ leg, netUnits }) => [leg, netUnits]);

describe('what a run holds from an earlier day', () => {
  it('is a position of the run, priced from the start', () => {
    const rig = carriedRig();
    expect(rig.engine.view().positions).toMatchObject([
      { runId: RUN, leg: 'held', netUnits: 150, averagePricePaise: 10_000, cashPaise: -1_500_000 },
    ]);
    expect(pricesWantedOf(rig.effects)).toContain(CE.symbol);
  });

  it('is closed by a square-off in the product in which it is held', () => {
    const rig = carriedRig();
    rig.command({ kind: 'squareOff', legs: ['held'], reason: 'out' });
    expect(fill(rig, 9_500)).toMatchObject([
      { side: 'sell', quantityUnits: 150, product: 'carry-forward' },
    ]);
    rig.pass(1_000);
    expect(held(rig)).toEqual([['held', 0]]);
    expect(noticesOf(rig.effects, 'info').join()).toContain('Squared off leg "held": out');
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  });

  it('is squared off when its strategy fails', () => {
    const rig = carriedRig();
    rig.step({ kind: 'run-ended', runId: RUN, how: 'failed', detail: 'a fault' });
    expect(placed(rig)).toMatchObject([{ side: 'sell', quantityUnits: 150 }]);
  });

  it('is left alone when intraday positions end before the close', () => {
    const rig = carriedRig();
    rig.hold(aLeg({ leg: 'short', contract: PE }));
    rig.to('15:35');
    rig.fresh(...rig.book.values());
    expect(fill(rig, 10_000)).toMatchObject([{ symbol: PE.symbol, side: 'buy' }]);
    rig.to('15:39');
    expect(held(rig)).toEqual([
      ['held', 150],
      ['short', 0],
    ]);
  });

  it('is no problem at the close: it is meant to be carried', () => {
    const rig = carriedRig();
    const effects = rig.to('15:40');
    expect(noticesOf(effects, 'info').join()).toContain('leg "held" holds 150 units');
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  });
});

describe('orders for what is carried over', () => {
  it('pass as exits, whatever product they name, and rest as stops', () => {
    const rig = carriedRig();
    const terms = { kind: 'stop', triggerPricePaise: 8_000, limitPricePaise: 7_500 } as const;
    rig.place(aLeg({ ...EXIT, role: 'stop', terms, product: 'intraday' }));
    expect(placed(rig)).toMatchObject([{ product: 'carry-forward', terms, quantityUnits: 150 }]);
  });

  it('never close more than is held', () => {
    const rig = carriedRig();
    const effects = rig.place({ ...EXIT, quantityUnits: 225 });
    expect(refusalsOf(effects).join()).toMatch(/exceeds what is open.*allowed 150 units/);
    rig.place({ ...EXIT, quantityUnits: 75 });
    expect(refusalsOf(rig.place(EXIT)).join()).toMatch(/allowed 75 units/);
    expect(refusalsOf(rig.place({ ...EXIT, side: 'buy' })).join()).toMatch(/closes nothing/);
  });

  it('are refused as intraday entries while something of it is left', () => {
    const rig = carriedRig();
    const refused = rig.place(aLeg({ leg: 'held', side: 'buy' }));
    expect(refusalsOf(refused).join()).toMatch(
      /holds 150 units .* from an earlier day: found an entry that is intraday/,
    );
    expect(refusalsOf(rig.place(aLeg({ leg: 'other' })))).toEqual([]);
    const added = rig.place(aLeg({ leg: 'held', side: 'buy', product: 'carry-forward' }));
    expect(refusalsOf(added)).toEqual([]);
  });

  it('close an intraday position that follows under the same leg as one', () => {
    const rig = carriedRig();
    rig.place(EXIT);
    fill(rig, 9_500);
    rig.place(aLeg({ leg: 'held', side: 'buy' }));
    rig.fresh(...rig.book.values());
    fill(rig, 9_500);
    rig.to('15:35');
    rig.fresh(...rig.book.values());
    expect(placed(rig)).toMatchObject([{ side: 'sell', quantityUnits: 75, product: 'intraday' }]);
  });
});

describe('limits', () => {
  it('count lots and premium that are carried over', () => {
    const full = carriedRig({ limits: { lotsPerRunMax: 2 } });
    expect(refusalsOf(full.place(aLeg())).join()).toMatch(/found 3/);
    const protections = { ...NO_PROTECTIONS, openPremiumPaiseMax: 1_500_000 };
    const rich = carriedRig({ policies: { protections } });
    rich.pass(1_000);
    expect(rich.engine.view().locks).toMatchObject([{ protection: 'open-premium' }]);
  });

  it("count the day's loss from yesterday's last price", () => {
    const protections = { ...NO_PROTECTIONS, dayLossPaiseMax: 150_000 };
    const rig = carriedRig({ policies: { protections } });
    rig.quotes(aQuote(CE, 8_010));
    rig.pass(1_000);
    expect(rig.engine.view().locks).toEqual([]);
    rig.quotes(aQuote(CE, 8_000));
    rig.pass(1_000);
    expect(rig.engine.view().locks).toMatchObject([{ protection: 'day-loss' }]);
  });
});

describe('a short that is carried over with its hedge', () => {
  const spread: readonly CarriedPosition[] = [
    { leg: 'short', contract: CE, netUnits: -75, openValuePaise: 750_000, lastPaise: 9_000 },
    { leg: 'hedge', contract: HEDGE, netUnits: 75, openValuePaise: 300_000, lastPaise: 3_000 },
  ];
  const nakedMs = 60_000;

  it('is an alarm when it stands without it', () => {
    const rig = carriedRig({ positions: spread });
    rig.pass(nakedMs);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    rig.fresh();
    rig.command({ kind: 'squareOff', legs: ['hedge'], reason: 'a mistake' });
    fill(rig, 3_000);
    rig.pass(nakedMs);
    expect(noticesOf(rig.effects, 'critical').join()).toMatch(
      /1 lot short without a hedge .* in legs "short", "hedge"/,
    );
  });

  it('is none where it stood without one before', () => {
    const rig = carriedRig({ positions: spread.slice(0, 1) });
    rig.pass(nakedMs);
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  });
});

it('agrees with the recount, whatever is carried and closed', () => {
  const position = fc.record({
    leg: fc.constantFrom('a', 'b', 'c'),
    contract: fc.constantFrom(CE, PE, HEDGE),
    netUnits: fc.integer({ min: -4, max: 4 }).filter((lots) => lots !== 0),
    exitLots: fc.integer({ min: 1, max: 5 }),
  });
  const unlike = {
    selector: (one: { leg: string; contract: { symbol: string } }) =>
      `${one.leg} ${one.contract.symbol}`,
  };
  fc.assert(
    fc.property(fc.uniqueArray(position, { maxLength: 6, ...unlike }), (drawn) => {
      const positions = drawn.map(({ leg, contract, netUnits }) => ({
        leg,
        contract,
        netUnits: netUnits * 75,
        openValuePaise: Math.abs(netUnits) * 75 * 10_000,
        lastPaise: 9_000,
      }));
      const rig = carriedRig({ positions });
      const expected = new Map(drawn.map((one) => [unlike.selector(one), one.netUnits * 75]));
      for (const { leg, contract, netUnits, exitLots } of drawn) {
        const side = netUnits > 0 ? 'sell' : 'buy';
        rig.place(aLeg({ leg, contract, side, role: 'exit', quantityUnits: exitLots * 75 }));
        if (exitLots > Math.abs(netUnits)) continue;
        const leftLots = netUnits - Math.sign(netUnits) * exitLots;
        expected.set(unlike.selector({ leg, contract }), leftLots * 75);
      }
      for (let turn = 0; turn < 8; turn += 1) {
        fill(rig, 10_000);
        rig.nowMs += 2_000;
        rig.fresh(...rig.book.values());
      }
      const { positions: booked, halt } = rig.engine.view();
      expect(halt.state).toBe('active');
      expect(new Map(booked.map((one) => [unlike.selector(one), one.netUnits]))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
