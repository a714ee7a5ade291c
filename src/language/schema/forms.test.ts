import { describe, expect, it } from 'vitest';

import { amountText, distanceText, expiryText } from './legs.ts';
import { tradesText } from './signals.ts';
import { strikeRule } from './strike-rule.ts';

describe('a strike', () => {
  it.each([
    ['ATM', { kind: 'atm' }],
    ['OTM2', { kind: 'otm', steps: 2 }],
    ['ITM50', { kind: 'itm', steps: 50 }],
    ['premium ~120', { kind: 'premium', premiumPaise: 12_000 }],
    ['premium 99.5', { kind: 'premium', premiumPaise: 9_950 }],
    ['delta 0.3', { kind: 'delta', delta: 0.3 }],
    ['strike 24500', { kind: 'strike', strikePaise: 2_450_000 }],
    [24_500, { kind: 'strike', strikePaise: 2_450_000 }],
  ])('%s is read', (written, meant) => {
    expect(strikeRule.parse(written)).toEqual(meant);
  });

  it.each([
    'OTM0',
    'OTM51',
    'OTM',
    'delta 0',
    'delta 1',
    'premium ~0',
    'strike 0',
    'atm',
    ' ATM',
    0,
    -1,
  ])('%s is refused', (written) => {
    expect(strikeRule.safeParse(written).success).toBe(false);
  });
});

describe('an expiry', () => {
  it('is a rule, or a date of the calendar', () => {
    expect(expiryText.parse('next-monthly')).toBe('next-monthly');
    expect(expiryText.parse('2028-02-29')).toEqual({ date: '2028-02-29' });
    expect(expiryText.safeParse('2027-02-29').success).toBe(false);
  });
});

describe('a distance', () => {
  it('is a share, or points', () => {
    expect(distanceText.parse('12.5%')).toEqual({ kind: 'percent', percent: 12.5 });
    expect(distanceText.parse('1 point')).toEqual({ kind: 'points', paise: 100 });
    expect(distanceText.parse('0.05 points')).toEqual({ kind: 'points', paise: 5 });
  });

  it.each(['0%', '0 points', '1001%', '100001 points', '30', '-5%', '30 %'])(
    '%s is refused',
    (written) => {
      expect(distanceText.safeParse(written).success).toBe(false);
    },
  );
});

describe('an amount of the whole', () => {
  it('is rupees, or a share of the premium', () => {
    expect(amountText.parse('2500.50 rupees')).toEqual({ kind: 'rupees', paise: 250_050 });
    expect(amountText.parse('150%')).toEqual({ kind: 'percent', percent: 150 });
    expect(amountText.safeParse('0 rupees').success).toBe(false);
  });
});

describe('trades of a signal', () => {
  it('are read in their order', () => {
    expect(tradesText.parse('NIFTY1! buy 2, NIFTY250417C23000 sell 1')).toEqual([
      { ticker: 'NIFTY1!', side: 'buy', quantity: 2 },
      { ticker: 'NIFTY250417C23000', side: 'sell', quantity: 1 },
    ]);
  });

  it.each(['NIFTY buy 0', 'NIFTY hold 1', 'NIFTY buy 1.5', '', 'NIFTY buy 1,', 'nifty buy 1'])(
    '"%s" is refused',
    (written) => {
      expect(tradesText.safeParse(written).success).toBe(false);
    },
  );
});
