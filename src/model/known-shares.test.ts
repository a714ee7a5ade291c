import { expect, test } from 'vitest';

import { knownShareIn } from './known-shares.ts';

test.each([
  ['RELIANCE-1min', 'RELIANCE'],
  ['reliance2024', 'RELIANCE'],
  ['NSE_BAJAJ-AUTO', 'BAJAJ'],
  ['niftybees', 'NIFTYBEES'],
  ['nifty it-1min', 'NIFTY IT'],
  ['NIFTY500', 'NIFTY500'],
])('the name %s is that of %s', (name, share) => {
  expect(knownShareIn(name)).toBe(share);
});

test.each(['x', 'prices-2024', 'DATA', 'MINUTE', 'NIFTY-1min', ''])('"%s" is no share', (name) => {
  expect(knownShareIn(name)).toBeNull();
});
