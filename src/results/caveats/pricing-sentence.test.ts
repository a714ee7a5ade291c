import { expect, test } from 'vitest';

import { type PricingUsed } from '../backtest-result.ts';
import { plainResult } from '../../../test/support/results/plain-result.ts';
import { pricingSentence, sweepPricingSentence } from './pricing-sentence.ts';

const pricing: PricingUsed = {
  ...{ kind: 'given', source: 'India VIX (vix.csv, one value a day)' },
  ...{ modelledFills: 8, recordedFills: 0 },
};
const { totals } = plainResult([0]);
const dates = ['2024-04-26', '2024-04-29', '2024-04-30'];

test('names the days of which a volatility from outside has no value', () => {
  const gaps = { ...pricing, withoutValue: { dates, ofDays: 5 } };
  const told =
    "from the index and India VIX (vix.csv, one value a day); on 3 of 5 days without a value, where the index's own last days are used: 2024-04-26, 2024-04-29, 2024-04-30.";
  expect(pricingSentence({ pricing: gaps, totals })).toBe(
    `Premiums are modelled, not market prices: made ${told}`,
  );
  expect(sweepPricingSentence(gaps)).toContain(told);
  const many = { dates: [...dates, ...dates], ofDays: 6 };
  expect(pricingSentence({ pricing: { ...pricing, withoutValue: many }, totals })).toMatch(
    /2024-04-29 and 1 more\.$/,
  );
});

test("names the file of the user's own model", () => {
  const told = 'made by the volatility model own.ts from the index and India VIX';
  expect(pricingSentence({ pricing: { ...pricing, model: 'own.ts' }, totals })).toContain(told);
  expect(sweepPricingSentence({ ...pricing, model: 'own.ts' })).toContain(told);
});

test('says what premiums would have rested on where no day ran', () => {
  const none = { pricing: { ...pricing, modelledFills: 0 }, totals: plainResult([]).totals };
  expect(pricingSentence(none)).toBe(sweepPricingSentence(pricing));
});

test('says nothing where nothing was modelled', () => {
  expect(
    pricingSentence({ pricing: { ...pricing, modelledFills: 0, recordedFills: 8 }, totals }),
  ).toBeNull();
});
