import { expect, it } from 'vitest';

import { parsePricing } from './parse-pricing.ts';

it('reads parameters by name', () => {
  expect(parsePricing('skew=-0.08, wing=2.5')).toEqual({
    ok: true,
    value: { skew: -0.08, wing: 2.5 },
  });
});

it('adds to what was read before, and takes no parameter twice', () => {
  expect(parsePricing('wing=2.5', { skew: 0.1 })).toMatchObject({
    value: { skew: 0.1, wing: 2.5 },
  });
  expect(parsePricing('skew=0.2', { skew: 0.1 })).toMatchObject({
    error: [{ message: '--pricing skew is given twice', found: 'skew=0.2' }],
  });
});

it.each([
  ['skwe=-0.08', 'Unknown parameter of --pricing'],
  ['events=1', 'Unknown parameter of --pricing'],
  ['toString=1', 'Unknown parameter of --pricing'],
  ['skew', '--pricing skew is out of range'],
  ['skew=1e9', '--pricing skew is out of range'],
  ['skew=0.1,wing=2,skew=0.1', '--pricing skew is given twice'],
  ['wing=0', '--pricing wing is out of range'],
])('refuses %s', (text, message) => {
  expect(parsePricing(text)).toMatchObject({ ok: false, error: [{ message }] });
});
