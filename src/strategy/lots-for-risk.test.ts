import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { optionNamed } from '../../test/support/scripted-context.ts';
import { type Contract } from '../model/market/contract.ts';
import { InvalidCommand } from './commands.ts';
import { legRupees, percent, points } from './distance.ts';
import { type LegAtPrice, lotsForPremium, lotsForRisk, type LotsLimit } from './lots-for-risk.ts';

const CE: Contract = { ...optionNamed('CE'), lotSizeUnits: 75, tickSizePaise: 5 };
const PE: Contract = { ...optionNamed('PE'), lotSizeUnits: 75, tickSizePaise: 5 };
const SOLD: LegAtPrice = {
  ...{ leg: 'ce', side: 'sell', contract: CE },
  ...{ pricePaise: 10_000, stop: percent(30) },
};
const HEDGE: LegAtPrice = {
  ...{ leg: 'wing', side: 'buy', contract: PE },
  ...{ pricePaise: 1_000, stop: null },
};

describe('the sets within a risk', () => {
  it('are worked out by hand', () => {
    // 30 points of 100.00 on 75 units lose 2,250.00; 10,000.00 / 2,250.00 is 4.4.
    const four = { sets: 4, setPaise: 225_000 };
    expect(lotsForRisk([SOLD], { limitPaise: 1_000_000, lotsMax: 10 })).toEqual(four);
    expect(lotsForRisk([SOLD], { limitPaise: 900_000, lotsMax: 10 }).sets).toBe(4);
    expect(lotsForRisk([SOLD], { limitPaise: 899_999, lotsMax: 10 }).sets).toBe(3);
    expect(lotsForRisk([SOLD], { limitPaise: 224_999, lotsMax: 10 }).sets).toBe(0);
  });

  it('count the premium of what has no stop, and each leg by its ratio', () => {
    // 2 × 2,250.00 and a wing of 10.00 on 75 units, 750.00: 5,250.00 a set.
    const legs = [{ ...SOLD, lots: 2 }, HEDGE];
    const limit = { limitPaise: 1_600_000, lotsMax: 10 };
    expect(lotsForRisk(legs, limit)).toEqual({ sets: 3, setPaise: 525_000 });
    expect(lotsForRisk(legs, { ...limit, lotsMax: 5 }).sets).toBe(2);
    expect(lotsForRisk(legs, { ...limit, lotsMax: 1 }).sets).toBe(0);
  });

  it('go by the trigger that the stop order would have', () => {
    // 12.5 % of 99.95 is 12.49: a short is stopped at 112.45, a long at 87.45, both a tick outwards.
    const leg = { ...SOLD, pricePaise: 9_995, stop: percent(12.5) };
    const limit = { limitPaise: 1, lotsMax: 1 };
    expect(lotsForRisk([leg], limit).setPaise).toBe(1_250 * 75);
    expect(lotsForRisk([{ ...leg, side: 'buy' }], limit).setPaise).toBe(1_250 * 75);
    expect(lotsForRisk([{ ...leg, stop: points(20) }], limit).setPaise).toBe(2_000 * 75);
    // 3,000.00 of two lots of 75 is 20.00 from the price.
    expect(lotsForRisk([{ ...leg, stop: legRupees(3_000, 2) }], limit).setPaise).toBe(2_000 * 75);
  });

  it('count a tick at least, of a premium that has no lower one', () => {
    const leg = { ...HEDGE, pricePaise: 5, stop: percent(50) };
    expect(lotsForRisk([leg], { limitPaise: 1_000, lotsMax: 10 })).toEqual({
      sets: 2,
      setPaise: 375,
    });
  });

  it('refuse what nothing bounds', () => {
    const limit = { limitPaise: 1_000_000, lotsMax: 10 };
    const future: Contract = { ...CE, kind: 'future' };
    expect(() => lotsForRisk([{ ...SOLD, stop: null }], limit)).toThrow(InvalidCommand);
    expect(() => lotsForRisk([{ ...HEDGE, contract: future }], limit)).toThrow(InvalidCommand);
  });
});

describe('the sets within a premium', () => {
  it('are worked out by hand', () => {
    // 100.00 and 10.00 on 75 units cost 8,250.00; a fifth of 5,00,000.00 pays for 12.
    const legs = [{ ...SOLD, side: 'buy' } as const, HEDGE];
    const limit = { limitPaise: 10_000_000, lotsMax: 40 };
    expect(lotsForPremium(legs, limit)).toEqual({ sets: 12, setPaise: 825_000 });
  });

  it('refuse what takes margin', () => {
    const limit = { limitPaise: 1_000_000, lotsMax: 10 };
    const future: Contract = { ...CE, kind: 'future' };
    expect(() => lotsForPremium([SOLD], limit)).toThrow(InvalidCommand);
    expect(() => lotsForPremium([{ ...HEDGE, contract: future }], limit)).toThrow(InvalidCommand);
  });
});

describe('numbers that are none', () => {
  const BOUGHT = { ...SOLD, side: 'buy' } as const;
  const LIMIT = { limitPaise: 1_000_000, lotsMax: 10 };

  it.each([0, -1, -900_000, -Infinity])('allow nothing within %d paise', (limitPaise) => {
    expect(lotsForRisk([SOLD], { ...LIMIT, limitPaise }).sets).toBe(0);
    expect(lotsForPremium([BOUGHT], { ...LIMIT, limitPaise }).sets).toBe(0);
  });

  it('are refused', () => {
    const found = (leg: Partial<LegAtPrice>, limit: Partial<LotsLimit> = {}): (() => unknown) => {
      return () => lotsForPremium([{ ...BOUGHT, ...leg }], { ...LIMIT, ...limit });
    };
    for (const lots of [NaN, -1, 0, 1.5, Infinity]) {
      expect(found({ lots })).toThrow(InvalidCommand);
      expect(found({ lots })).toThrow(
        `lots of leg "ce" must be a whole number >= 1, found ${String(lots)}`,
      );
    }
    for (const pricePaise of [NaN, -5, 0.5, Infinity]) {
      expect(found({ pricePaise })).toThrow('the price of leg "ce" in paise must be a whole');
    }
    for (const lotsMax of [NaN, -1, 2.5, Infinity]) {
      expect(found({}, { lotsMax })).toThrow('lotsMax must be a whole number >= 0');
    }
    expect(found({}, { limitPaise: NaN })).toThrow('wanted a limit in paise, found NaN');
  });
});

const anyLeg: fc.Arbitrary<LegAtPrice> = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    ticks: fc.integer({ min: 1, max: 20_000 }),
    stop: fc.constantFrom(percent(0.5), percent(30), percent(80), points(1), points(40)),
    lots: fc.integer({ min: 1, max: 4 }),
    lotSizeUnits: fc.constantFrom(25, 65, 75),
  })
  .map(({ side, ticks, stop, lots, lotSizeUnits }) => {
    const contract = { ...CE, lotSizeUnits };
    return { leg: 'ce', side, contract, pricePaise: ticks * 5, stop, lots } as const;
  });

it('never loses more than the limit, and one set more would, or the lots are at their most', () => {
  const legs = fc.array(anyLeg, { minLength: 1, maxLength: 4 });
  const limits = fc.record({
    limitPaise: fc.integer({ min: 1, max: 50_000_000 }),
    lotsMax: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(legs, limits, (some, limit) => {
      const { sets, setPaise } = lotsForRisk(some, limit);
      const largest = Math.max(...some.map(({ lots = 1 }) => lots));
      expect(Number.isSafeInteger(sets)).toBe(true);
      expect(sets * setPaise).toBeLessThanOrEqual(limit.limitPaise);
      expect(sets * largest).toBeLessThanOrEqual(limit.lotsMax);
      const isMore = (sets + 1) * setPaise > limit.limitPaise;
      expect(isMore || (sets + 1) * largest > limit.lotsMax).toBe(true);
    }),
  );
});

it('is a whole number up to the most lots, or a refusal, whatever the numbers are', () => {
  const odd = fc.oneof(
    fc.integer({ min: -5, max: 5_000_000 }),
    fc.double(),
    fc.constantFrom(NaN, Infinity, -Infinity, 0, -0),
  );
  const legs = fc.array(
    fc.record({ leg: anyLeg, lots: odd, pricePaise: odd, isOdd: fc.boolean() }).map((drawn) => {
      const { leg, lots, pricePaise, isOdd } = drawn;
      return isOdd ? { ...leg, lots, pricePaise } : leg;
    }),
    { maxLength: 3 },
  );
  const limits = fc.record({ limitPaise: odd, lotsMax: fc.oneof(fc.nat(50), odd) });
  let allowed = 0;
  fc.assert(
    fc.property(legs, limits, (some, limit) => {
      const sets = setsOrNull(some, limit);
      if (sets === null) return;
      allowed += 1;
      expect(Number.isSafeInteger(sets)).toBe(true);
      expect(sets).toBeGreaterThanOrEqual(0);
      expect(sets).toBeLessThanOrEqual(limit.lotsMax);
    }),
  );
  expect(allowed).toBeGreaterThan(0);
});

function setsOrNull(legs: readonly LegAtPrice[], limit: LotsLimit): number | null {
  try {
    return lotsForRisk(legs, limit).sets;
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidCommand);
    return null;
  }
}
