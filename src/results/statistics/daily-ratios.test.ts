import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { exactMoments } from '../../../test/support/results/exact-moments.ts';
import { dailyRatios, momentsOf } from './daily-ratios.ts';

const nets = fc.array(fc.integer({ min: -5_000_000, max: 5_000_000 }), {
  minLength: 2,
  maxLength: 80,
});
const options = fc.record({
  capitalPaise: fc.integer({ min: 1_000_000, max: 1_000_000_000 }),
  tradingDaysAYear: fc.constantFrom(240, 248, 252, 365),
  riskFreeRate: fc.constantFrom(0, 0.065, 0.1),
});
const PLAIN = { capitalPaise: 100, tradingDaysAYear: 1, riskFreeRate: 0 };

describe('ratios of days', () => {
  it('are those of returns on the capital, worked out as fractions of it', () => {
    fc.assert(
      fc.property(nets, options, (netPaise, given) => {
        fc.pre(new Set(netPaise).size > 1);
        const { capitalPaise, tradingDaysAYear, riskFreeRate } = given;
        const exact = exactMoments(netPaise);
        const meanReturn = exact.mean / capitalPaise - riskFreeRate / tradingDaysAYear;
        const deviation = exact.deviation / capitalPaise;
        const ratios = dailyRatios(netPaise, given);
        const annualised = (meanReturn * tradingDaysAYear) / (deviation * tradingDaysAYear ** 0.5);
        expect(ratios.sharpe).toBeCloseTo(annualised, 8);
        expect(ratios.sharpePerDay).toBeCloseTo(annualised / Math.sqrt(tradingDaysAYear), 8);
        expect(ratios.volatility).toBeCloseTo(deviation * Math.sqrt(tradingDaysAYear), 8);
        expect(ratios.annualReturn).toBeCloseTo((exact.mean * tradingDaysAYear) / capitalPaise, 8);
      }),
    );
  });

  it('count in the Sortino ratio only what fell short', () => {
    fc.assert(
      fc.property(nets, options, (netPaise, given) => {
        const { capitalPaise, tradingDaysAYear, riskFreeRate } = given;
        const target = (riskFreeRate * capitalPaise) / tradingDaysAYear;
        let squares = 0;
        let excess = 0;
        for (const net of netPaise) {
          excess += (net - target) / netPaise.length;
          if (net < target) squares += ((target - net) * (target - net)) / netPaise.length;
        }
        const { sortino } = dailyRatios(netPaise, given);
        const expected = (excess / squares ** 0.5) * tradingDaysAYear ** 0.5;
        expect(sortino === null).toBe(squares === 0);
        expect(sortino === null ? 0 : sortino - expected).toBeCloseTo(0, 7);
      }),
    );
  });

  it('give the Sortino ratio of the example of Rollinger and Hoffman', () => {
    const annual = [17, 15, 23, -5, 12, 9, 13, -4];
    expect(dailyRatios(annual, PLAIN).sortino).toBeCloseTo(4.417, 3);
  });

  it('do not depend on the size of positions where nothing is earned without risk', () => {
    fc.assert(
      fc.property(nets, fc.integer({ min: 2, max: 50 }), (netPaise, lots) => {
        const one = dailyRatios(netPaise, PLAIN);
        const many = dailyRatios(
          netPaise.map((net) => net * lots),
          PLAIN,
        );
        expect((many.sharpe ?? 0) - (one.sharpe ?? 0)).toBeCloseTo(0, 9);
        expect((many.sortino ?? 0) - (one.sortino ?? 0)).toBeCloseTo(0, 9);
      }),
    );
  });

  it.each([
    ['no day', []],
    ['one day', [500]],
  ])('are null for %s', (_, netPaise) => {
    const ratios = dailyRatios(netPaise, PLAIN);
    expect(Object.values(ratios).every((value) => value === null)).toBe(true);
  });

  it('have no Sharpe ratio where days do not differ, and no Sortino ratio where none lost', () => {
    expect(dailyRatios([300, 300, 300], PLAIN)).toMatchObject({
      volatility: 0,
      sharpe: null,
      sharpePerDay: null,
      sortino: null,
    });
    expect(dailyRatios([1, 2], PLAIN)).toMatchObject({ sortino: null });
  });

  it('have no part of a capital of nothing', () => {
    const ratios = dailyRatios([5, -3], { ...PLAIN, capitalPaise: 0 });
    expect(ratios).toMatchObject({ annualReturn: null, volatility: null });
    expect(ratios.sharpe).not.toBeNull();
  });
});

const paise = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('moments', () => {
  it('are those of the power sums in exact arithmetic', () => {
    fc.assert(
      fc.property(fc.array(paise, { minLength: 2, maxLength: 60 }), (values) => {
        fc.pre(new Set(values).size > 1);
        const { mean, deviation, skewness, kurtosis } = momentsOf(values);
        const exact = exactMoments(values);
        expect(mean).toBeCloseTo(exact.mean, 4);
        expect((deviation ?? 0) / exact.deviation).toBeCloseTo(1, 9);
        expect(skewness).toBeCloseTo(exact.skewness, 6);
        expect(kurtosis).toBeCloseTo(exact.kurtosis, 6);
      }),
    );
  });

  it('have the deviation that all pairs have', () => {
    fc.assert(
      fc.property(fc.array(paise, { minLength: 2, maxLength: 40 }), (values) => {
        let squares = 0;
        for (const one of values) for (const other of values) squares += (one - other) ** 2;
        const pairwise = Math.sqrt(squares / 2 / values.length / (values.length - 1));
        expect((momentsOf(values).deviation ?? NaN) - pairwise).toBeCloseTo(0, 4);
      }),
    );
  });

  it('give the skewness that SciPy documents for a sample', () => {
    const { skewness } = momentsOf([2, 8, 0, 4, 1, 9, 9, 0]);
    expect(skewness).toBeCloseTo(0.265_055_412_269_857_3, 14);
  });

  it('move with the values, and turn over with their signs', () => {
    fc.assert(
      fc.property(fc.array(paise, { minLength: 3, maxLength: 30 }), paise, (values, shift) => {
        fc.pre(new Set(values).size > 1);
        const one = momentsOf(values);
        const other = momentsOf(values.map((value) => shift - value));
        expect((other.deviation ?? 0) / (one.deviation ?? 0)).toBeCloseTo(1, 8);
        expect((other.skewness ?? NaN) + (one.skewness ?? NaN)).toBeCloseTo(0, 5);
        expect((other.kurtosis ?? NaN) - (one.kurtosis ?? NaN)).toBeCloseTo(0, 5);
      }),
    );
  });

  it.each([
    [[], null, null],
    [[7], 7, null],
    [[7, 7, 7], 7, 0],
    [[0.1, 0.1, 0.1], (0.1 + 0.1 + 0.1) / 3, 0],
  ])('of %j have no shape', (values, mean, deviation) => {
    expect(momentsOf(values)).toEqual({
      count: values.length,
      mean,
      deviation,
      skewness: null,
      kurtosis: null,
    });
  });
});
