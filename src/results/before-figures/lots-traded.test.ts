import { expect, it } from 'vitest';

import { type LotsTraded, lotSentences } from './lots-traded.ts';

const size = (units: number, fromExpiry: string, toExpiry: string): LotsTraded['sizes'][number] => {
  return { units, fromExpiry, toExpiry };
};

it('says until which expiry a lot was of which size, and from which on', () => {
  const nifty = {
    underlying: 'NIFTY',
    sizes: [size(50, '2024-04-04', '2024-04-25'), size(25, '2024-05-02', '2024-06-27')],
  };
  expect(lotSentences([nifty])).toEqual([
    'The lot size changed within the test: NIFTY 50 a lot until expiry 2024-04-25, 25 from expiry 2024-05-02. The same number of lots is another amount at risk, so months, worst days and ratios mix the two.',
  ]);
});

it('says of sizes that come back, and of one expiry, when each held', () => {
  const sizes = [
    size(75, '2024-11-21', '2024-11-21'),
    size(25, '2024-11-28', '2024-12-05'),
    size(75, '2024-12-12', '2024-12-12'),
  ];
  expect(lotSentences([{ underlying: 'NIFTY', sizes }])[0]).toContain(
    'NIFTY 75 a lot until expiry 2024-11-21, 25 for expiries 2024-11-28 to 2024-12-05, 75 from expiry 2024-12-12.',
  );
  expect(lotSentences(undefined)).toEqual([]);
});
