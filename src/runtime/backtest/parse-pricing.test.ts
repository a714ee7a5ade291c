import { expect, it } from 'vitest';

import { parsePricing } from './parse-pricing.ts';

it('reads parameters by name', () => {
  expect(parsePricing('skew=-0.08, wing=2.5')).toEqual({
    ok: true,
    value: { skew: -0.08, wing: 2.5 },
  });
});

it.each([
  ['skwe=-0.08', 'Unknown parameter of --pricing'],
  ['events=1', 'Unknown parameter of --pricing'],
  ['toString=1', 'Unknown parameter of --pricing'],
  ['skew', '--pricing skew is out of range'],
  ['skew=1e9', '--pricing skew is out of range'],
  ['wing=0', '--pricing wing is out of range'],
])('refuses %s', (text, message) => {
  expect(parsePricing(text)).toMatchObject({ ok: false, error: [{ message }] });
});
