import { expect, it } from 'vitest';

import { checkData, type DataFacts } from './check-data.ts';
import { describeRefusal } from './refusal.ts';
import { DEFAULT_RISK_LIMITS } from './risk-limits.ts';

const FACTS: DataFacts = {
  ordersAgeMs: 0,
  ordersTrouble: '',
  quotesTrouble: '',
  quoteAgeMs: 0,
  priceAgeMs: 0,
  lastPaise: 1,
  limits: DEFAULT_RISK_LIMITS,
};

function told(over: Partial<DataFacts>): string {
  const refusal = checkData('NIFTY', { ...FACTS, ...over });
  return refusal === null ? '' : `${refusal.rule}: ${describeRefusal(refusal)}`;
}

it.each([null, 0, -1, NaN, Infinity])('a last price of %s is no price', (lastPaise) => {
  const words = `no-quote: Last price of NIFTY is no price: found ${String(lastPaise)}, allowed a price above 0`;
  expect(told({ lastPaise })).toBe(words);
});

it('the lowest last price is a paisa', () => {
  expect(told({ lastPaise: 1 })).toBe('');
});

it.each<[string, Partial<DataFacts>]>([
  ['Orders have not been seen lately: found never, allowed 15000 ms', { ordersAgeMs: null }],
  [
    'Orders have not been seen lately (timed out): found 20000 ms, allowed 15000 ms',
    { ordersAgeMs: 20_000, ordersTrouble: 'timed out' },
  ],
  ['No quote of NIFTY: found none, allowed a quote', { quoteAgeMs: null }],
  [
    'No quote of NIFTY (timed out): found none, allowed a quote',
    { priceAgeMs: null, quotesTrouble: 'timed out' },
  ],
  ['Quote of NIFTY is old: found NaN ms, allowed 60000 ms', { priceAgeMs: NaN }],
])('data that are missing or old are named with the cause: %s', (words, over) => {
  expect(told(over)).toContain(words);
});
