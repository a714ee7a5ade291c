import { expect, it } from 'vitest';

import { isShareLike } from './share-like.ts';

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
