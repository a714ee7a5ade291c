import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { momentsOf } from './moments.ts';
import { exactMoments } from './testing/exact-moments.ts';

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
