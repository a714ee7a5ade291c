import { describe, expect, it, test } from 'vitest';

import { rules } from '../../../test/support/price-texts.ts';
import { SymbolNames } from './symbol-names.ts';

const names = new SymbolNames({
  ...rules,
  underlyings: ['NIFTY', 'BANKNIFTY', 'NIFTYNXT50', 'SENSEX'],
  isMonthlyExpiry: (_underlying, expiry) =>
    ['2024-03-28', '2024-04-24', '2025-08-28', '2025-10-28'].includes(expiry),
});

describe('an index', () => {
  it.each([
    ['NIFTY', 'NIFTY'],
    ['nifty 50', 'NIFTY'],
    ['NSE:NIFTY50-INDEX', 'NIFTY'],
    ['^NSEI', 'NIFTY'],
    ['Nifty Bank', 'BANKNIFTY'],
    ['NSE_INDEX|Nifty Next 50', 'NIFTYNXT50'],
    ['BSE:SENSEX', 'SENSEX'],
  ])('is known as %s', (text, symbol) => {
    expect(names.named(text)).toEqual({ symbol, underlying: symbol, contract: null });
  });
});

describe('a contract', () => {
  it.each([
    ['NIFTY250807C24400', 'NIFTY250807C24400'],
    ['NIFTY250828F', 'NIFTY250828F'],
    ['NIFTY2580724400CE', 'NIFTY250807C24400'],
    ['NFO:BANKNIFTY2580755500PE', 'BANKNIFTY250807P55500'],
    ['NIFTY25O2825000PE', 'NIFTY251028P25000'],
    ['NIFTY25AUG24400CE', 'NIFTY250828C24400'],
    ['NIFTY25AUGFUT', 'NIFTY250828F'],
    ['NIFTY28MAR2420800CE', 'NIFTY240328C20800'],
    ['BANKNIFTY24APR24FUT', 'BANKNIFTY240424F'],
    ['NIFTY07AUG2524400PE.NFO', 'NIFTY250807P24400'],
    ['NIFTYNXT5025AUG68000CE', 'NIFTYNXT50250828C68000'],
    ['SENSEX25AUG100000CE', 'SENSEX250828C100000'],
  ])('is known as %s', (text, symbol) => {
    expect(names.named(text)?.symbol).toBe(symbol);
  });
});

test.each([
  '',
  'INFY',
  'RELIANCE25AUG1400CE',
  'NIFTY-I',
  'NIFTY25AUG400CE',
  'NIFTY25SEP24400CE',
  'NIFTY25230 24400CE',
  'NIFTY2523024400CE',
  'FINNIFTY250807C24400',
])('"%s" is nothing that is known', (text) => {
  expect(names.named(text)).toBeNull();
});

test.each([
  ['/data/2024/banknifty-1min.csv', 'BANKNIFTY'],
  ['NIFTY 50_minute.csv', 'NIFTY'],
  ['nifty1min.csv', 'NIFTY'],
  ['nifty-2024.csv', 'NIFTY'],
  ['NIFTY_100days.csv', 'NIFTY'],
  ['NIFTY BANK_minute.csv', 'BANKNIFTY'],
  ['2024 nifty-bank-1min.csv', 'BANKNIFTY'],
  ['nifty next 50-1min.csv', 'NIFTYNXT50'],
  ['NIFTY2580724400CE.csv', 'NIFTY250807C24400'],
  ['2025/NIFTY25AUGFUT_1m.jsonl', 'NIFTY250828F'],
  ['C:\\data\\my-sensex-bars.txt', 'SENSEX'],
])('the file %s holds %s', (path, symbol) => {
  expect(names.ofPath(path)?.symbol).toBe(symbol);
});

test.each([
  ...['prices/bars.csv', 'niftybees.csv', 'NIFTYIT-1min.csv', 'NIFTY IT-1min.csv'],
  ...['nifty500.csv', 'NIFTY_MIDCAP_100.csv', 'nifty-smallcap-250-1min.csv'],
])('%s tells nothing', (path) => {
  expect(names.ofPath(path)).toBeNull();
});
