import { expect, it } from 'vitest';

import { briefPricing, pricingAssumptions } from './pricing-assumptions.ts';
import { PRICING_MODEL, RECORDED_PRICING } from './pricing-model.ts';

it.each([
  [PRICING_MODEL, null],
  [RECORDED_PRICING, null],
  [RECORDED_PRICING, 'a fixed 14.2 %'],
] as const)('has every number of the model that the sentences have', (model, source) => {
  // Not numbers of the model: times of day, for how many minutes the spread is wide, the days that VIX speaks of.
  const numbers = pricingAssumptions(model, source)
    .join(' ')
    .replaceAll(/15:30|of 30 days/g, '')
    .match(/-?\d+(?:\.\d+)?/g);
  const brief = briefPricing(model, source).match(/-?\d+(?:\.\d+)?/g);
  expect(numbers?.length).toBeGreaterThan(14);
  expect(brief).toEqual(expect.arrayContaining(numbers ?? []));
});

it('follows the model', () => {
  const brief = briefPricing({ ...PRICING_MODEL, rate: 0.07125 }, null);
  expect(brief).toContain('forwards at 7.125 % a year');
});
