import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { aContract } from '../../test/support/engine-rig.ts';
import {
  type Holding,
  isSoldOption,
  payoffPaise,
  reducesRisk,
  worstCaseOf,
} from './reduces-risk.ts';

const LOT = 75;

function call(strike: number, lots: number): Holding {
  const contract = aContract({ strikePaise: strike * 100 });
  return { contract, units: lots * LOT };
}

function put(strike: number, lots: number): Holding {
  const contract = aContract({ strikePaise: strike * 100, optionType: 'PE' });
  return { contract, units: lots * LOT };
}

function future(lots: number): Holding {
  const over = { kind: 'future', symbol: 'NIFTY26NOVFUT', strikePaise: null } as const;
  return { contract: aContract({ ...over, optionType: null }), units: lots * LOT };
}

/** The future of the month after. */
function later(lots: number): Holding {
  const { contract, units } = future(lots);
  return { contract: { ...contract, symbol: 'NIFTY26DECFUT', expiry: '2026-12-29' }, units };
}

function nextWeek({ contract, units }: Holding): Holding {
  return { contract: { ...contract, expiry: '2026-12-01' }, units };
}

describe('an order reduces the risk of the whole', () => {
  it.each<[string, readonly Holding[], readonly Holding[]]>([
    ['a hedge of a naked call', [call(24_500, -1)], [call(25_000, 1)]],
    ['a hedge of a naked put', [put(24_500, -1)], [put(24_000, 1)]],
    ['part of a hedge', [call(24_500, -4)], [call(25_000, 1)]],
    ['buying the short back under another leg', [call(24_500, -1)], [call(24_500, 1)]],
    ['one wing of a naked strangle', [call(25_000, -1), put(24_000, -1)], [put(23_500, 1)]],
    ['both wings', [call(25_000, -1), put(24_000, -1)], [put(23_500, 1), call(25_500, 1)]],
    ['a nearer wing', [call(24_500, -1), call(25_500, 1)], [call(25_000, 1)]],
    ['selling a future that is held long', [future(2)], [future(-1)]],
    ['selling all of a future', [future(1)], [future(-1)]],
    [
      'a hedge of a naked call and one of a naked put',
      [call(24_500, -1), put(24_000, -1)],
      [call(25_000, 1), put(23_500, 1)],
    ],
    [
      'hedges of two expiries',
      [call(24_500, -1), nextWeek(call(24_500, -1))],
      [call(25_000, 1), nextWeek(call(25_000, 1))],
    ],
    ['selling futures of two months', [future(1), later(1)], [future(-1), later(-1)]],
  ])('%s', (_, held, added) => {
    expect(reducesRisk(held, added)).toBe(true);
  });

  it.each<[string, readonly Holding[], readonly Holding[]]>([
    ['nothing', [call(24_500, -1)], []],
    ['a long call while flat', [], [call(25_000, 1)]],
    ['a second hedge of the same short', [call(24_500, -1), call(25_000, 1)], [call(25_000, 1)]],
    ['a farther wing', [call(24_500, -1), call(25_000, 1)], [call(25_500, 1)]],
    ['more than is bare', [call(24_500, -1)], [call(25_000, 2)]],
    ['a put for a naked call', [call(24_500, -1)], [put(24_000, 1)]],
    ['a hedge that expires another day', [call(24_500, -1)], [nextWeek(call(25_000, 1))]],
    ['another short', [call(24_500, -1)], [call(25_000, -1)]],
    ['a short beside a long one', [call(24_500, 1)], [call(25_000, -1)]],
    ['a hedge with a free rider', [call(24_500, -1)], [call(25_000, 1), put(24_000, 1)]],
    ['a hedge with a new short', [call(24_500, -1)], [call(25_000, 1), put(24_000, -1)]],
    ['a spread as a whole', [call(24_500, -1)], [call(25_000, -1), call(25_500, 1)]],
    ['a long future against a short call', [call(24_500, -1)], [future(1)]],
    ['a future that options may lean on', [future(1), call(24_500, -1)], [future(-1)]],
    ['selling a future while that of another month is held', [later(1)], [future(-1)]],
    ['buying more of a future', [future(1)], [future(1)]],
    ['selling a future that is not held', [], [future(-1)]],
    [
      'a put less for a call more',
      [call(24_500, -1), put(24_000, -1)],
      [call(25_000, 1), put(24_000, -1)],
    ],
    [
      'a call less for a put more',
      [call(24_500, -1), put(24_000, -1)],
      [call(24_500, -1), put(23_500, 1)],
    ],
    [
      'a hedge that another short comes with',
      [call(24_500, -1)],
      [call(25_000, 2), call(25_500, -1)],
    ],
    ['a future bought and sold at once', [future(1)], [future(1), future(-1)]],
    ['a short future bought and sold at once', [future(-1)], [future(1), future(-1)]],
    ['turning a future round', [future(1)], [future(-2)]],
  ])('but not %s', (_, held, added) => {
    expect(reducesRisk(held, added)).toBe(false);
  });
});

/** The same line with this many units. */
function of(units: number, { contract }: Holding): Holding {
  return { contract, units };
}

describe('to the unit, an order reduces the risk of the whole', () => {
  const short = call(24_500, -1);
  const near = call(25_000, 1);
  const far = call(25_500, 1);

  it.each<[string, readonly Holding[], readonly Holding[]]>([
    ['a nearer wing of one unit', [of(-1, short), of(1, far)], [of(1, near)]],
    ['selling one unit of a future', [of(1, future(1))], [of(-1, future(1))]],
  ])('%s', (_, held, added) => {
    expect(reducesRisk(held, added)).toBe(true);
  });

  it.each<[string, readonly Holding[], readonly Holding[]]>([
    ['one unit more than is bare', [short], [near, of(1, far)]],
    ['what is short rather than bare', [of(-2, short), of(1, near)], [of(2, far)]],
    ['one bare call more', [short, put(24_000, -1)], [of(-1, short), put(23_500, 1)]],
    ['one bare put more', [short, put(24_000, -1)], [near, of(-1, put(24_000, -1))]],
  ])('but not %s', (_, held, added) => {
    expect(reducesRisk(held, added)).toBe(false);
  });

  it('a contract that only resembles an option is judged by its own holding', () => {
    const like = (over: Partial<Holding['contract']>, ...[symbol, units]: [string, number]) => ({
      contract: { ...short.contract, ...over, symbol },
      units,
    });
    for (const over of [{ kind: 'other' }, { optionType: null }, { strikePaise: null }] as const) {
      expect(reducesRisk([like(over, 'A', -75)], [like(over, 'B', 75)])).toBe(false);
      expect(reducesRisk([like(over, 'A', -75)], [like(over, 'A', 75)])).toBe(true);
    }
  });

  it('and one bare call has no worst case, while nothing held is worth nothing', () => {
    expect(worstCaseOf([of(-1, short)]).floorPaise).toBe(-Infinity);
    expect(payoffPaise([], 2_450_000)).toBe(0);
  });
});

const strike = fc.constantFrom(24_000, 24_250, 24_500, 24_750, 25_000);
const line = fc
  .tuple(fc.boolean(), strike, fc.integer({ min: -3, max: 3 }))
  .map(([isCall, at, lots]) => (isCall ? call(at, lots) : put(at, lots)));
const lines = fc.array(line, { maxLength: 5 });

/** The lowest payoff over a grid that goes far beyond all strikes. */
function lowestOnGrid(held: readonly Holding[]): number {
  const prices = Array.from({ length: 201 }, (_, step) => step * 25_000);
  return Math.min(...prices.map((price) => payoffPaise(held, price)));
}

it('knows the worst case that a walk over all prices finds', () => {
  fc.assert(
    fc.property(lines, (held) => {
      const { floorPaise, bareCallUnits } = worstCaseOf(held);
      const isEndless = payoffPaise(held, 1e12) < -1e9;
      expect(isEndless).toBe(bareCallUnits > 0);
      expect(floorPaise).toBe(isEndless ? -Infinity : lowestOnGrid(held));
    }),
  );
});

it('never lets the payoff get worse where the whole was bounded, nor more lots be short of cover', () => {
  let passed = 0;
  fc.assert(
    fc.property(lines, fc.array(line, { minLength: 1, maxLength: 2 }), (held, added) => {
      fc.pre(reducesRisk(held, added));
      passed += 1;
      const before = worstCaseOf(held);
      const after = worstCaseOf([...held, ...added]);
      const bare = (units: number): number => Math.max(0, units);
      expect(bare(after.bareCallUnits)).toBeLessThanOrEqual(bare(before.bareCallUnits));
      expect(bare(after.barePutUnits)).toBeLessThanOrEqual(bare(before.barePutUnits));
      const floorPaise = before.bareCallUnits > 0 ? -Infinity : lowestOnGrid(held);
      expect(lowestOnGrid([...held, ...added])).toBeGreaterThanOrEqual(floorPaise);
    }),
    { numRuns: 200, maxSkipsPerRun: 1_000 },
  );
  expect(passed).toBeGreaterThan(50);
});

it('never finds less risk in options that are sold, whatever is held', () => {
  fc.assert(
    fc.property(lines, fc.array(line, { minLength: 1, maxLength: 3 }), (held, orders) => {
      const sold = orders.map(({ contract, units }) => ({ contract, units: -Math.abs(units) }));
      expect(sold.every(isSoldOption)).toBe(true);
      expect(reducesRisk([...held, future(1)], sold)).toBe(false);
    }),
  );
  expect([future(-1), of(1, call(24_500, 1))].some(isSoldOption)).toBe(false);
});

it('comes to an end: what it lets through once counts the next time', () => {
  fc.assert(
    fc.property(lines, line, (held, order) => {
      const taken = [...held];
      let times = 0;
      while (reducesRisk(taken, [order]) && times < 100) {
        taken.push(order);
        times += 1;
      }
      expect(times).toBeLessThan(100);
    }),
  );
});
