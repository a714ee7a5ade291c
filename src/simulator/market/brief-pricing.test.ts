import { expect, it } from 'vitest';

import { briefPricing } from './brief-pricing.ts';
import { PRICING_MODEL, pricingAssumptions } from './pricing-model.ts';

it('has every number of the model that the sentences have', () => {
  // Not numbers of the model: times of day, and for how many minutes the spread is wide.
  const numbers = pricingAssumptions(PRICING_MODEL)
    .join(' ')
    .replaceAll('15:30', '')
    .match(/-?\d+(?:\.\d+)?/g);
  const brief = briefPricing(PRICING_MODEL).match(/-?\d+(?:\.\d+)?/g);
  expect(numbers?.length).toBeGreaterThan(14);
  expect(brief).toEqual(expect.arrayContaining(numbers ?? []));
});

it('follows the model', () => {
  expect(briefPricing({ ...PRICING_MODEL, rate: 0.07125 })).toContain('forwards at 7.125 % a year');
});
