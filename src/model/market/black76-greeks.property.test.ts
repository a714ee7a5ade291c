import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type Black76Option, black76Greeks, black76Price } from './black76.ts';

const options = fc.record({
  type: fc.constantFrom<Black76Option['type']>('CE', 'PE'),
  forward: fc.double({ min: 20_000, max: 28_000, noNaN: true }),
  strike: fc.double({ min: 22_000, max: 26_000, noNaN: true }),
  years: fc.double({ min: 1 / 365, max: 1, noNaN: true }),
  rate: fc.double({ min: 0, max: 0.1, noNaN: true }),
});
const volatilities = fc.double({ min: 0.08, max: 0.9, noNaN: true });

/** Differences of the value itself, by small steps to either side. */
function differences(option: Black76Option, volatility: number): Record<string, number> {
  const value = (change: Partial<Black76Option>, added = 0): number =>
    black76Price({ ...option, ...change }, volatility + added);
  const [step, time, points] = [option.forward * 1e-4, option.years * 1e-4, 1e-4];
  const up = value({ forward: option.forward + step });
  const down = value({ forward: option.forward - step });
  return {
    delta: (up - down) / (2 * step),
    gamma: (up - 2 * value({}) + down) / step ** 2,
    // Time that passes makes the rest shorter.
    theta:
      (value({ years: option.years - time }) - value({ years: option.years + time })) / (2 * time),
    vega: (value({}, points) - value({}, -points)) / (2 * points),
  };
}

it('Greeks are what differences of the value come to', () => {
  fc.assert(
    fc.property(options, volatilities, (option, volatility) => {
      const greeks: Record<string, number> = { ...black76Greeks(option, volatility) };
      const scales = { delta: 1, gamma: 0.002, theta: 10_000, vega: 3_000 };
      const differing = differences(option, volatility);
      for (const [name, scale] of Object.entries(scales)) {
        const error = Math.abs((greeks[name] ?? NaN) - (differing[name] ?? NaN));
        expect({ name, isSmall: error / scale < 2e-3 }).toEqual({ name, isSmall: true });
      }
    }),
  );
});
