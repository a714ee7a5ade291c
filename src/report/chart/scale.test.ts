import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { roundScale, roundStep } from './chart-frame.ts';

const paise = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('roundScale', () => {
  it('has room for every value, and its ticks are within it', () => {
    fc.assert(
      fc.property(fc.array(paise, { minLength: 1, maxLength: 30 }), (values) => {
        const scale = roundScale(values);
        for (const value of [...values, ...scale.ticks]) {
          expect(scale.at(value)).toBeGreaterThanOrEqual(-1e-9);
          expect(scale.at(value)).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect(scale.ticks.length).toBeGreaterThanOrEqual(2);
        expect(scale.ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });

  it('begins and ends at round values', () => {
    expect(roundScale([3, 97])).toMatchObject({
      min: 0,
      max: 100,
      ticks: [0, 20, 40, 60, 80, 100],
    });
  });

  it('gives a single value and no value room', () => {
    expect(roundScale([7])).toMatchObject({ min: 7, max: 8 });
    expect(roundScale([])).toMatchObject({ min: 0, max: 1 });
  });
});

describe('roundStep', () => {
  it('is the next round step', () => {
    expect([0, 1, 1.1, 2.2, 3, 7, 0.03, 12].map(roundStep)).toEqual([
      1, 1, 2, 2.5, 5, 10, 0.05, 20,
    ]);
  });
});
