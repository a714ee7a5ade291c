import fc from 'fast-check';
import { expect, it } from 'vitest';

import { normalCumulative, normalDensity } from './normal-distribution.ts';

it.each([
  [0, 0.5],
  [1, 0.841344746068543],
  [1.96, 0.97500210485178],
  [-1.96, 0.0249978951482204],
  [-3, 0.0013498980316301],
  [-6, 9.86587645037698e-10],
  [-8, 6.22096057427178e-16],
  [-40, 0],
  [40, 1],
])('the probability below %s is %s', (x, probability) => {
  const error = Math.abs(normalCumulative(x) - probability);
  expect(error).toBeLessThanOrEqual(Math.max(1e-7 * probability, Number.MIN_VALUE));
  expect(error).toBeLessThan(1e-14);
});

const anywhere = fc.double({ min: -45, max: 45, noNaN: true });

it('is symmetric, rises, and stays a probability', () => {
  fc.assert(
    fc.property(anywhere, anywhere, (a, b) => {
      expect(normalCumulative(a) + normalCumulative(-a)).toBeCloseTo(1, 14);
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      expect(normalCumulative(low)).toBeLessThanOrEqual(normalCumulative(high));
      expect(normalCumulative(a)).toBeGreaterThanOrEqual(0);
      expect(normalCumulative(a)).toBeLessThanOrEqual(1);
    }),
  );
});

it('rises by its density', () => {
  for (const x of [-5, -2, -0.5, 0, 0.7, 1.5, 4]) {
    const slope = (normalCumulative(x + 1e-5) - normalCumulative(x - 1e-5)) / 2e-5;
    expect(slope).toBeCloseTo(normalDensity(x), 8);
  }
});

it('is above 0 down to -37 and 0 beyond', () => {
  expect(normalCumulative(-37)).toBeGreaterThan(0);
  expect(normalCumulative(-36.5)).toBeGreaterThan(0);
  expect(normalCumulative(-37.5)).toBe(0);
});
