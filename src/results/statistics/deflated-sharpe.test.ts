import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { normalQuantile } from '../../base/normal-distribution.ts';
import {
  deflatedSharpe,
  expectedMaximumSharpe,
  type MeasuredSharpe,
  probabilisticSharpe,
  trialsOf,
} from './deflated-sharpe.ts';

/** The example of the paper of 2014: five years of 250 days, a Sharpe ratio of 2.5 a year. */
const OF_THE_PAPER: MeasuredSharpe = {
  sharpePerDay: 2.5 / Math.sqrt(250),
  days: 1_250,
  skewness: -3,
  kurtosis: 10,
};
const VARIANCE = 1 / 2 / 250;

/** Area under the bell by Simpson's rule. */
function areaBelow(x: number): number {
  const steps = 2_000;
  const width = (x + 12) / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const at = -12 + step * width;
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp((-at * at) / 2);
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}

describe('the probabilistic Sharpe ratio', () => {
  it('is that of the hedge fund in the paper of 2012', () => {
    // Two years of months, 1.59 a year.
    const fund = { sharpePerDay: 0.458, days: 24, skewness: -2.448, kurtosis: 10.164 };
    expect(probabilisticSharpe(fund)).toBeCloseTo(0.913, 3);
    expect(probabilisticSharpe({ ...fund, skewness: 0, kurtosis: 3 })).toBeCloseTo(0.982, 3);
  });

  it('is the area under the bell up to the standardised distance', () => {
    const measured = fc.record({
      sharpePerDay: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      days: fc.integer({ min: 2, max: 300 }),
      skewness: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
      kurtosis: fc.double({ min: 3.5, max: 20, noNaN: true }),
    });
    fc.assert(
      fc.property(measured, fc.double({ min: -0.2, max: 0.2, noNaN: true }), (one, benchmark) => {
        const { sharpePerDay, days, skewness, kurtosis } = one;
        const excessKurtosis = kurtosis - 3;
        const error = Math.sqrt(
          (1 +
            sharpePerDay ** 2 / 2 -
            skewness * sharpePerDay +
            (excessKurtosis / 4) * sharpePerDay ** 2) /
            (days - 1),
        );
        const distance = Math.max(-11, Math.min(11, (sharpePerDay - benchmark) / error));
        expect(probabilisticSharpe(one, benchmark)).toBeCloseTo(areaBelow(distance), 9);
      }),
    );
  });

  it('is null for a single day, and where the moments leave no variance', () => {
    expect(probabilisticSharpe({ ...OF_THE_PAPER, days: 1 })).toBeNull();
    expect(probabilisticSharpe({ sharpePerDay: 2, days: 10, skewness: 2, kurtosis: 2 })).toBeNull();
  });
});

describe('the deflated Sharpe ratio', () => {
  it('is that of the example in the paper of 2014', () => {
    const trials = { count: 100, sharpeVariance: VARIANCE };
    expect(expectedMaximumSharpe(trials)).toBeCloseTo(0.1132, 4);
    expect(deflatedSharpe(OF_THE_PAPER, trials)).toBeCloseTo(0.9004, 4);
    expect(deflatedSharpe(OF_THE_PAPER, { ...trials, count: 46 })).toBeCloseTo(0.9505, 4);
    const normal = { ...OF_THE_PAPER, skewness: 0, kurtosis: 3 };
    expect(deflatedSharpe(normal, { ...trials, count: 88 })).toBeCloseTo(0.9505, 4);
  });

  it('expects of many trials what tables of the largest of normal values say', () => {
    // Harter, "Expected values of normal order statistics", Biometrika 48, 1961.
    const known = new Map([
      [10, 1.538_75],
      [50, 2.249_07],
      [100, 2.507_59],
      [1_000, 3.241_44],
    ]);
    for (const [count, exact] of known) {
      expect(expectedMaximumSharpe({ count, sharpeVariance: 1 }) / exact).toBeCloseTo(1, 1);
    }
  });

  it('deflates nothing after one trial, and more after more', () => {
    const after = (count: number): number =>
      deflatedSharpe(OF_THE_PAPER, { count, sharpeVariance: VARIANCE }) ?? NaN;
    expect(after(1)).toBe(probabilisticSharpe(OF_THE_PAPER));
    const growing = [1, 2, 5, 10, 100, 10_000].map(after);
    expect(growing).toEqual(growing.toSorted((one, other) => other - one));
    expect(new Set(growing).size).toBe(growing.length);
  });

  it('is not raised by copies of what was tried', () => {
    const tried = fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(tried, fc.array(fc.nat(), { maxLength: 50 }), (sharpes, places) => {
        const copies = places.map((place) => sharpes[place % sharpes.length] ?? null);
        const before = deflatedSharpe(OF_THE_PAPER, trialsOf(sharpes)) ?? NaN;
        const after = deflatedSharpe(OF_THE_PAPER, trialsOf([...sharpes, ...copies])) ?? NaN;
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
    const padded = [0.12, 0.02, -0.05, -0.1, -0.15, ...Array<number>(2_000).fill(0.12)];
    expect(trialsOf(padded)).toEqual({ ...trialsOf(padded.slice(0, 5)), count: 2_005 });
  });

  it('counts variants that never traded as tried', () => {
    expect(trialsOf([0.1, null, 0.3, null])).toEqual({
      count: 4,
      sharpeVariance: expect.closeTo(0.02, 12) as unknown,
    });
    expect(trialsOf([0.1])).toEqual({ count: 1, sharpeVariance: 0 });
  });
});

describe('the quantile of the normal distribution', () => {
  it.each([
    [0.5, 0],
    [0.841_344_746_068_542_9, 1],
    [0.975, 1.959_963_984_540_054],
    [0.995, 2.575_829_303_548_901],
    [1e-10, -6.361_340_902_404_056],
  ])('of %d is %d', (p, quantile) => {
    expect(normalQuantile(p)).toBeCloseTo(quantile, 9);
  });

  it('has no bound', () => {
    expect([0, 1].map(normalQuantile)).toEqual([-Infinity, Infinity]);
  });
});
