import fc from 'fast-check';
import { expect, it } from 'vitest';

import { aContract, aDay, at } from '../../test/support/engine-rig.ts';
import { type HaltState } from '../model/orders/halt-and-lock.ts';
import { type ApprovalFacts, approveOrder, type PricedOrder } from './approve-order.ts';
import { DEFAULT_RISK_LIMITS } from './risk-limits.ts';

const LIMITS = {
  ...DEFAULT_RISK_LIMITS,
  orderLotsMax: 3,
  orderValuePaiseMax: 150_000,
  priceDistancePercentMax: 40,
  lotsPerRunMax: 4,
  lotsMax: 6,
  workingEntriesMax: 3,
  unknownOrdersMax: 2,
};
const OPEN = at('09:15');
const CLOSE = at('15:40');

const nearly = (...values: readonly number[]): fc.Arbitrary<number> => fc.constantFrom(...values);
const age = nearly(0, 4_999, 5_000, 5_001, 15_000, 15_001, 60_000, 60_001, NaN);

const cases = fc.record({
  role: fc.constantFrom('entry' as const, 'exit' as const),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  units: nearly(75, 75, 150, 225, 300, 76, 0, -75, NaN),
  price: nearly(100, 500, 600, 1_000, 1_400, 1_405, 603, 0, NaN, Infinity),
  last: fc.option(nearly(1_000, 1_000, 500, 0, -5, NaN, Infinity), { nil: null, freq: 9 }),
  nowMs: nearly(OPEN - 1, OPEN, OPEN + 1, at('15:34:59'), at('15:35'), CLOSE - 1, CLOSE),
  isVerified: fc.boolean(),
  ordersAgeMs: fc.option(age, { nil: null, freq: 9 }),
  quoteAgeMs: fc.option(age, { nil: null, freq: 9 }),
  priceAgeMs: fc.option(age, { nil: null, freq: 9 }),
  halt: fc.constantFrom<HaltState>('active', 'active', 'active', 'reducing', 'halted'),
  isLocked: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
  lotsOfRun: nearly(1, 4, 4.5, NaN),
  lotsOfAccount: nearly(1, 6, 7),
  premiumPaise: nearly(0, 999, 1_000, 1_001, NaN),
  workingEntries: nearly(1, 3, 4),
  unknownOrders: nearly(0, 1, 2, 3),
  netUnits: nearly(-150, -75, 0, 75, 150),
  coveredUnits: nearly(0, 75, 150),
  isHedge: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const within = (value: number | null, most: number): boolean => value !== null && value <= most;

/** The gate in a few independent sentences. */
function mayLeave(drawn: Case): boolean {
  const { units, price, nowMs } = drawn;
  const always = [
    [75, 150, 225, 300].includes(units),
    [100, 500, 600, 1_000, 1_400, 1_405].includes(price),
    nowMs >= OPEN && nowMs < CLOSE,
  ];
  const more = drawn.role === 'exit' ? ofExit(drawn) : ofEntry(drawn);
  return [...always, ...more].every(Boolean);
}

function ofExit({ side, netUnits, units, coveredUnits }: Case): readonly boolean[] {
  const closesUnits = side === 'buy' ? -netUnits : netUnits;
  return [closesUnits > 0, units <= closesUnits - coveredUnits];
}

function ofEntry(drawn: Case): readonly boolean[] {
  const { units, price, side } = drawn;
  const last = drawn.last ?? NaN;
  const beyond = side === 'buy' ? price - last : last - price;
  const addsNoRisk = [
    drawn.isVerified,
    drawn.halt === 'active',
    !drawn.isLocked,
    drawn.nowMs < at('15:35'),
    drawn.lotsOfRun <= 4,
    drawn.lotsOfAccount <= 6,
    drawn.premiumPaise <= 1_000,
    drawn.workingEntries <= 3,
    drawn.unknownOrders < 2,
  ];
  return [
    drawn.isHedge || addsNoRisk.every(Boolean),
    within(drawn.ordersAgeMs, 15_000),
    within(drawn.quoteAgeMs, 5_000),
    within(drawn.priceAgeMs, 60_000),
    units <= 225,
    units * price <= 150_000,
    [500, 1_000].includes(last),
    // Twenty ticks of five paise, or two fifths of the last price.
    beyond <= Math.max(100, 0.4 * last),
  ];
}

function factsOf(drawn: Case): ApprovalFacts {
  const lock = { runId: null, protection: 'cooldown', reason: '', sinceMs: 0, untilMs: 1 } as const;
  return {
    nowMs: drawn.nowMs,
    mode: 'live',
    isHedge: drawn.isHedge,
    day: aDay({ isVerified: drawn.isVerified }),
    limits: LIMITS,
    ordersAgeMs: drawn.ordersAgeMs,
    ordersTrouble: '',
    quotesTrouble: '',
    quoteAgeMs: drawn.quoteAgeMs,
    priceAgeMs: drawn.priceAgeMs,
    lastPaise: drawn.last,
    held: { netUnits: drawn.netUnits, coveredUnits: drawn.coveredUnits },
    account: {
      halt: { state: drawn.halt, sinceMs: 0, reason: '', by: 'operator' },
      vetoes: [],
      locks: drawn.isLocked ? [lock] : [],
      lotsOfRun: drawn.lotsOfRun,
      lotsOfAccount: drawn.lotsOfAccount,
      premiums: [{ of: 'run', paise: drawn.premiumPaise, paiseMax: 1_000, key: 'k' }],
      workingEntries: drawn.workingEntries,
      unknownOrders: drawn.unknownOrders,
    },
  };
}

function orderOf({ role, side, units, price }: Case): PricedOrder {
  const terms = { kind: 'limit', pricePaise: price } as const;
  const contract = aContract();
  return { leg: 'ce', role, side, contract, quantityUnits: units, terms, product: 'intraday' };
}

it('lets through exactly what the reference model lets through', () => {
  let passed = 0;
  fc.assert(
    fc.property(cases, (drawn) => {
      const verdict = approveOrder(orderOf(drawn), factsOf(drawn));
      if (verdict.ok) passed += 1;
      expect(verdict.ok ? 'leaves' : 'refused').toBe(mayLeave(drawn) ? 'leaves' : 'refused');
      expect(verdict.ok ? [] : Object.values(verdict.error)).not.toContain('');
    }),
    { numRuns: 5_000 },
  );
  expect(passed).toBeGreaterThan(0);
});

it('finds each single fault of an entry that would pass', () => {
  const good: Case = {
    role: 'entry',
    side: 'sell',
    units: 75,
    price: 1_000,
    last: 1_000,
    nowMs: at('10:00'),
    isVerified: true,
    ordersAgeMs: 0,
    quoteAgeMs: 0,
    priceAgeMs: 0,
    halt: 'active',
    isLocked: false,
    lotsOfRun: 1,
    lotsOfAccount: 1,
    premiumPaise: 0,
    workingEntries: 1,
    unknownOrders: 0,
    netUnits: 0,
    coveredUnits: 0,
    isHedge: false,
  };
  const leaves = (drawn: Case): boolean => approveOrder(orderOf(drawn), factsOf(drawn)).ok;
  expect(leaves(good)).toBe(true);
  fc.assert(
    fc.property(cases, fc.constantFrom(...(Object.keys(good) as (keyof Case)[])), (drawn, key) => {
      const mixed: Case = { ...good, [key]: drawn[key] };
      expect(leaves(mixed)).toBe(mayLeave(mixed));
    }),
    { numRuns: 2_000 },
  );
});
