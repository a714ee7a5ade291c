import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';

import { instantAt } from '../time/ist.ts';
import {
  black76Delta,
  type Black76Option,
  black76Price,
  impliedVolatility,
  yearsToExpiry,
} from './black76.ts';

const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true });

const anyOption: fc.Arbitrary<Black76Option> = fc
  .record({
    type: fc.constantFrom('CE', 'PE'),
    forward: number(1_000, 100_000),
    moneyness: number(0.7, 1.4),
    years: number(1 / (365 * 24 * 12), 1),
    rate: number(0, 0.1),
  })
  .map(({ moneyness, ...option }) => ({ ...option, strike: option.forward * moneyness }));
const anyVolatility = number(0.03, 2);

/** Hull, "Options, Futures, and Other Derivatives", the European put on a futures price: 1.12. */
test('a published value', () => {
  const option: Black76Option = { type: 'PE', forward: 20, strike: 20, years: 4 / 12, rate: 0.09 };
  expect(black76Price(option, 0.25)).toBeCloseTo(1.12, 2);
});

test('put-call parity', () => {
  fc.assert(
    fc.property(anyOption, anyVolatility, (option, volatility) => {
      const call = black76Price({ ...option, type: 'CE' }, volatility);
      const put = black76Price({ ...option, type: 'PE' }, volatility);
      const discounted = Math.exp(-option.rate * option.years) * (option.forward - option.strike);
      expect(Math.abs(call - put - discounted)).toBeLessThan(1e-9 * option.forward);
    }),
  );
});

test('value lies between intrinsic value and bound, and grows with volatility', () => {
  fc.assert(
    fc.property(anyOption, anyVolatility, number(0, 1), (option, volatility, more) => {
      const value = black76Price(option, volatility);
      const discount = Math.exp(-option.rate * option.years);
      const sign = option.type === 'CE' ? 1 : -1;
      const slack = 1e-9 * option.forward;
      const intrinsic = discount * Math.max(0, sign * (option.forward - option.strike));
      expect(value).toBeGreaterThanOrEqual(intrinsic - slack);
      expect(value).toBeLessThanOrEqual(
        discount * (option.type === 'CE' ? option.forward : option.strike) + slack,
      );
      expect(black76Price(option, volatility + more)).toBeGreaterThanOrEqual(value - slack);
    }),
  );
});

test('a call falls and a put rises with the strike', () => {
  fc.assert(
    fc.property(anyOption, anyVolatility, number(0, 500), (option, volatility, more) => {
      const higher = { ...option, strike: option.strike + more };
      const change = black76Price(higher, volatility) - black76Price(option, volatility);
      const sign = option.type === 'CE' ? 1 : -1;
      expect(sign * change).toBeLessThanOrEqual(1e-9 * option.forward);
    }),
  );
});

test('delta is bounded, is the slope of the value, and those of call and put differ by the discount', () => {
  fc.assert(
    fc.property(anyOption, anyVolatility, (option, volatility) => {
      const call = black76Delta({ ...option, type: 'CE' }, volatility);
      const put = black76Delta({ ...option, type: 'PE' }, volatility);
      expect(call).toBeGreaterThanOrEqual(0);
      expect(call).toBeLessThanOrEqual(1);
      expect(call - put).toBeCloseTo(Math.exp(-option.rate * option.years), 12);
      const step = option.forward * 1e-6;
      const at = (forward: number): number =>
        black76Price({ ...option, type: 'CE', forward }, volatility);
      const slope = (at(option.forward + step) - at(option.forward - step)) / (2 * step);
      expect(slope).toBeCloseTo(call, 3);
    }),
  );
});

describe('implied volatility', () => {
  test('is the volatility that made the price, wherever the price is at least a tick of time value', () => {
    fc.assert(
      fc.property(anyOption, anyVolatility, (option, volatility) => {
        const price = black76Price(option, volatility);
        const expired = Math.exp(-option.rate * option.years);
        const sign = option.type === 'CE' ? 1 : -1;
        fc.pre(price - expired * Math.max(0, sign * (option.forward - option.strike)) > 0.05);
        expect(impliedVolatility(option, price)).toBeCloseTo(volatility, 6);
      }),
    );
  });

  test('reprices any price that it accepts', () => {
    fc.assert(
      fc.property(anyOption, number(0, 2_000), (option, price) => {
        const volatility = impliedVolatility(option, price);
        fc.pre(volatility !== null);
        expect(black76Price(option, volatility)).toBeCloseTo(price, 5);
      }),
    );
  });

  test.each([
    ['below the intrinsic value', { years: 0.01 }, 499],
    ['above the bound', { years: 0.01 }, 25_000],
    ['expired', { years: 0 }, 510],
    ['no number', { years: 0.01 }, NaN],
    ['negative', { years: 0.01 }, -1],
  ])('none: %s', (_, of, price) => {
    const option: Black76Option = { type: 'CE', forward: 24_500, strike: 24_000, rate: 0, ...of };
    expect(impliedVolatility(option, price)).toBeNull();
  });
});

test('an expired option out of the money is worth nothing', () => {
  const option = { strike: 24_000, years: 0, rate: 0.065 } as const;
  expect(black76Price({ ...option, type: 'CE', forward: 23_500 }, 0.14)).toBe(0);
  expect(black76Price({ ...option, type: 'PE', forward: 24_500 }, 0.14)).toBe(0);
  expect(black76Price({ ...option, type: 'CE', forward: 24_000 }, 0.14)).toBe(0);
});

test('an expired option is worth its intrinsic value', () => {
  const option: Black76Option = { type: 'PE', forward: 100, strike: 110, years: 0, rate: 0.07 };
  expect(black76Price(option, 0.2)).toBe(10);
  expect(black76Delta(option, 0.2)).toBe(-1);
  expect(black76Delta({ ...option, type: 'CE' }, 0.2)).toBe(0);
});

test('without volatility an option is worth its discounted intrinsic value', () => {
  const option: Black76Option = { type: 'CE', forward: 120, strike: 110, years: 1, rate: 0.07 };
  expect(black76Price(option, 0)).toBeCloseTo(10 * Math.exp(-0.07), 12);
  expect(black76Delta(option, 0)).toBeCloseTo(Math.exp(-0.07), 12);
});

test('time to expiry ends at 15:30 IST', () => {
  expect(yearsToExpiry('2026-11-24', instantAt('2026-11-17', '15:30'))).toBeCloseTo(7 / 365, 12);
  expect(yearsToExpiry('2026-11-24', instantAt('2026-11-24', '15:29:59'))).toBeGreaterThan(0);
  expect(yearsToExpiry('2026-11-24', instantAt('2026-11-24', '15:30'))).toBe(0);
  expect(yearsToExpiry('2026-11-24', instantAt('2026-11-25', '09:15'))).toBe(0);
});

test.each([
  [100, 100, 0.5],
  [101, 100, 1],
  [99, 100, 0],
])(
  'expired at %i, a call of %i has a delta of %d, and a put one less',
  (forward, strike, delta) => {
    for (const years of [0, -0.5]) {
      const call: Black76Option = { type: 'CE', forward, strike, years, rate: 0 };
      expect(black76Delta(call, 0.2)).toBe(delta);
      expect(black76Delta({ ...call, type: 'PE' }, 0.2)).toBeCloseTo(delta - 1, 15);
      expect(black76Price(call, 0.2)).toBe(Math.max(0, forward - strike));
    }
  },
);

test('at a spread of one the delta is that of the distribution', () => {
  const option: Black76Option = { type: 'CE', forward: 100, strike: 100, years: 1, rate: 0 };
  expect(black76Delta(option, 1)).toBeCloseTo(0.691462461274013, 12);
});

test('a volatility is found from 0.0001 to 10, and none outside', () => {
  const option: Black76Option = { type: 'CE', forward: 100, strike: 100, years: 0.1, rate: 0 };
  const found = (volatility: number) => impliedVolatility(option, black76Price(option, volatility));
  expect(found(1e-4)).toBeCloseTo(1e-4, 9);
  expect(found(10)).toBeCloseTo(10, 6);
  expect(found(0.5e-4)).toBeNull();
  expect(found(10.5)).toBeNull();
});

test('an option that is worth nothing has no volatility', () => {
  const far: Black76Option = { type: 'CE', forward: 100, strike: 200, years: 0.1, rate: 0 };
  expect(impliedVolatility(far, 0)).toBeNull();
});

test('an option far out of the money is worth nothing less than nothing, whatever rounding takes', () => {
  const years = 1;
  const option = { type: 'CE', strike: 25_000, years, rate: 0 } as const;
  for (const [forward, volatility] of [
    [24_999.999_999_836_07, 3.206_931_240_947_364_5e-13],
    [24_999.999_999_911_695, 1.532_442_368_142_626_9e-13],
  ] as const) {
    expect(black76Price({ ...option, forward }, volatility)).toBe(0);
  }
});

test('a volatility is found in a few steps: a stream asks for one with each quote', () => {
  const logarithms = vi.spyOn(Math, 'log');
  let steps = 0;
  let found = 0;
  for (const strike of [23_000, 24_000, 24_500, 25_000, 26_000]) {
    for (const volatility of [0.05, 0.1, 0.2, 0.5, 1]) {
      const option = { type: 'CE', forward: 24_400, strike, years: 7 / 365, rate: 0.065 } as const;
      const price = black76Price(option, volatility);
      logarithms.mockClear();
      if (impliedVolatility(option, price) === null) continue;
      // A price and its slope take a logarithm each.
      steps += logarithms.mock.calls.length / 2;
      found += 1;
    }
  }
  logarithms.mockRestore();
  expect(found).toBeGreaterThan(15);
  expect(steps / found).toBeLessThan(20);
});
