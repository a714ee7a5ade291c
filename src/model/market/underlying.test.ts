import { expect, it, test } from 'vitest';

import { isShareLike, knownShareIn } from './underlying.ts';

it.each<readonly [symbol: string, is: boolean]>([
  ['INFY', true],
  ['RELIANCE', true],
  ['M&M', true],
  ['NIFTY', false],
  ['NFTY', false],
  ['NIFTY261103C24000', false],
  ['NIFTY1!', false],
  ['infy', false],
])('%s reads as a share: %s', (symbol, is) => {
  expect(isShareLike(symbol, ['NIFTY', 'BANKNIFTY'])).toBe(is);
});

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
