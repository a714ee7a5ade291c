import { expect, test } from 'vitest';
import { sampleListing, sampleRules } from '../testing/sample-world.ts';
import { contractOfLeg } from './leg-contract.ts';
import { type LegRequest } from './leg-words.ts';

const leg: LegRequest = {
  side: 'buy',
  lots: 1,
  instrument: 'CE',
  expiry: 'weekly',
  strikeSteps: 0,
  stop: null,
  target: null,
  product: 'intraday',
};

function symbolOf(change: Partial<LegRequest>, indexPaise = 2_601_000): string | null {
  const choice = {
    contracts: sampleListing.contracts('NIFTY', '2026-11-20'),
    rules: sampleRules,
    underlying: 'NIFTY',
    date: '2026-11-20',
    indexPaise,
  };
  return contractOfLeg({ ...leg, ...change }, choice)?.symbol ?? null;
}

test.each<readonly [Partial<LegRequest>, string | null]>([
  [{}, 'NIFTY261123C26000'],
  [{ strikeSteps: 1 }, 'NIFTY261123C26050'],
  [{ strikeSteps: -2 }, 'NIFTY261123C25900'],
  [{ instrument: 'PE', strikeSteps: 1 }, 'NIFTY261123P25950'],
  [{ instrument: 'PE', strikeSteps: -1 }, 'NIFTY261123P26050'],
  [{ strikeSteps: 3 }, null],
  [{ expiry: 'next-weekly' }, 'NIFTY261201C26000'],
  [{ expiry: 'monthly' }, 'NIFTY261123C26000'],
  [{ expiry: 'next-monthly' }, 'NIFTY261229C26000'],
  [{ instrument: 'FUT', expiry: 'next-monthly' }, 'NIFTY261229F'],
])('%o is %s', (change, symbol) => {
  expect(symbolOf(change)).toBe(symbol);
});

test('at the money is the strike nearest to the index', () => {
  expect(symbolOf({}, 2_602_499)).toBe('NIFTY261123C26000');
  expect(symbolOf({}, 2_602_501)).toBe('NIFTY261123C26050');
});
