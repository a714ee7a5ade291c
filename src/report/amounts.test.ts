import { describe, expect, it } from 'vitest';

import {
  countedText,
  percentText,
  ratio,
  rupeesText,
  shortRupees,
  signedRupees,
  tone,
} from './amounts.ts';

describe('amounts', () => {
  it('writes rupees exactly, with the sign before the currency', () => {
    expect(rupeesText(12_345_605)).toBe('₹1,23,456.05');
    expect(rupeesText(-5)).toBe('−₹0.05');
    expect(rupeesText(null)).toBe('–');
    expect([150, 0, -150].map(signedRupees)).toEqual(['+₹1.50', '₹0.00', '−₹1.50']);
  });

  it('writes short rupees by thousands, lakhs and crores, three digits', () => {
    const short = [0, 95_000, 123_456, 99_960_000, 1_250_000_00, -34_000_000_00, 50];
    expect(short.map(shortRupees)).toEqual([
      ...['₹0', '₹950', '₹1.23k', '₹10L', '₹12.5L', '−₹3.4Cr', '₹0.5'],
    ]);
  });

  it('writes shares and ratios, and a dash for what is not defined', () => {
    expect(percentText(0.7134)).toBe('71.3 %');
    expect(percentText(-0.7134)).toBe('−71.3 %');
    expect(percentText(null)).toBe('–');
    expect(ratio(-1.456)).toBe('−1.46');
    expect(ratio(-0.001)).toBe('0.00');
    expect(ratio(null)).toBe('–');
  });

  it('counts in words', () => {
    expect([countedText(1, 'day'), countedText(123_456, 'day')]).toEqual([
      '1 day',
      '1,23,456 days',
    ]);
    expect([tone(1), tone(0), tone(-1)]).toEqual(['gain', '', 'loss']);
  });
});
