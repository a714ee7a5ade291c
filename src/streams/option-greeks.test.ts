import { expect, it } from 'vitest';

import { type Contract, type OptionType } from '../model/market/contract.ts';
import { instantAt } from '../model/time/ist.ts';
import { type PricePoint } from './observations.ts';
import { optionGreeks } from './option-greeks.ts';

const EXPIRY = '2026-11-24';
/** Seven days before the expiry, to the millisecond. */
const NOW = instantAt('2026-11-17', '15:30');

function priceOf(symbol: string, lastPaise: number, sides: Partial<PricePoint> = {}): PricePoint {
  const seen = { observedAtMs: NOW, ageMsMax: 0 };
  return { symbol, lastPaise, bidPaise: null, askPaise: null, atMs: NOW, seen, ...sides };
}

function option(optionType: OptionType): Contract {
  return {
    instrumentId: 'NSE_X',
    symbol: 'X',
    exchange: 'NFO',
    kind: 'option',
    underlying: 'NIFTY',
    expiry: EXPIRY,
    strikePaise: 2_400_000,
    optionType,
    lotSizeUnits: 65,
    tickSizePaise: 5,
    freezeUnits: 1800,
  };
}

/** The index that a forward of 24,100.00 belongs to: 24,100 / exp(0.065 · 7 / 365). */
const INDEX = priceOf('NIFTY', 2_410_000 / Math.exp((0.065 * 7) / 365));

/**
 * By hand, strike 24,000, 7 of 365 days, 14 %: spread 0.14 · √0.0191781 = 0.0193879; d1 = ln(24100/24000)/spread + spread/2 =
 * 0.214464 + 0.009694 = 0.224158; d2 = 0.204770; discount 0.998754; N(d1) 0.588683, N(d2) 0.581124, φ(d1) 0.389044.
 */
it('is what is worked out by hand', () => {
  // 0.998754 · (24100 · 0.588683 − 24000 · 0.581124) = 239.98
  const { iv, delta, gamma, thetaPaise, vegaPaise, quote } = optionGreeks(
    option('CE'),
    priceOf('X', 1, { bidPaise: 23_973, askPaise: 24_023 }),
    INDEX,
  );
  expect(quote?.symbol).toBe('X');
  expect(iv).toBeCloseTo(0.14, 3);
  // 0.998754 · 0.588683
  expect(delta).toBeCloseTo(0.58795, 3);
  // 0.998754 · 0.389044 / (24100 · 0.0193879)
  expect(gamma).toBeCloseTo(0.00083159, 6);
  // (0.065 · 239.98 − 24100 · 0.998754 · 0.389044 · 0.14 / (2 · 0.138485)) / 365 = −12.93 rupees
  expect(Number(thetaPaise) / 100).toBeCloseTo(-12.93, 1);
  // 24100 · 0.998754 · 0.138485 · 0.389044 / 100 = 12.97 rupees
  expect(Number(vegaPaise) / 100).toBeCloseTo(12.97, 1);
});

it('is the same for call and put but for delta and theta, as parity has it', () => {
  const discount = Math.exp((-0.065 * 7) / 365);
  const call = optionGreeks(option('CE'), priceOf('X', 24_000), INDEX);
  const put = optionGreeks(option('PE'), priceOf('X', 24_000 - 10_000 * discount), INDEX);
  expect(put.iv).toBeCloseTo(Number(call.iv), 6);
  expect(put.gamma).toBeCloseTo(Number(call.gamma), 8);
  expect(put.vegaPaise).toBeCloseTo(Number(call.vegaPaise), 3);
  expect(Number(call.delta) - Number(put.delta)).toBeCloseTo(discount, 6);
});

it.each<readonly [what: string, quote: PricePoint | null]>([
  ['without a price', null],
  ['whose price is below what it is worth at once', priceOf('X', 1)],
])('of an option %s is null', (_, quote) => {
  const nothing = { iv: null, delta: null, gamma: null, thetaPaise: null, vegaPaise: null };
  expect(optionGreeks(option('CE'), quote, INDEX)).toEqual({ quote, ...nothing });
});

it('of a future is null', () => {
  const future: Contract = { ...option('CE'), kind: 'future', optionType: null, strikePaise: null };
  expect(optionGreeks(future, priceOf('X', 2_410_000), INDEX).iv).toBeNull();
});
