import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { type Json } from '../../base/json.ts';
import { sampleListing, sampleRules } from '../../../test/support/sample-world.ts';
import { SIMULATED_WORDS as words } from './vocabulary.ts';
import { positionLeg } from '../../../test/support/sample-leg.ts';
import { contractOfLeg, type LegRequest, readLeg } from '../../exchange/positions/leg-request.ts';

const read = (change: Readonly<Record<string, Json>>) => readLeg(positionLeg(change), words);

test('reads a leg in the platform’s words', () => {
  const leg = positionLeg({
    LegStopLoss: { Type: 'LegTgtSLType.Percentage', Value: 50 },
    LegTarget: { Type: 'LegTgtSLType.Points', Value: 12.5 },
  });
  expect(readLeg(leg, words)).toEqual({
    leg: {
      side: 'sell',
      lots: 2,
      instrument: 'CE',
      expiry: 'weekly',
      strikeSteps: 0,
      stop: { unit: 'percent', value: 50 },
      target: { unit: 'points', value: 12.5 },
      product: 'carry-forward',
    },
    notes: [],
  });
});

test.each([
  ['StrikeType.ATM', 0],
  ['StrikeType.OTM1', 1],
  ['StrikeType.OTM30', 30],
  ['StrikeType.ITM20', -20],
  ['StrikeType.OTM31', null],
  ['StrikeType.ITM21', null],
  ['StrikeType.OTM0', null],
  ['ATM', null],
])('%s is %s strikes out of the money', (word, steps) => {
  expect(read({ StrikeParameter: word }).leg?.strikeSteps ?? null).toBe(steps);
});

test.each([
  ['ExpiryType.NextWeekly', 'next-weekly'],
  ['ExpiryType.Monthly', 'monthly'],
  ['ExpiryType.NextMonthly', 'next-monthly'],
])('%s', (word, expiry) => {
  expect(read({ ExpiryKind: word }).leg?.expiry).toBe(expiry);
});

test('a future needs no strike', () => {
  expect(read({ InstrumentKind: 'LegType.FUT', StrikeParameter: null }).leg?.instrument).toBe(
    'FUT',
  );
});

describe('what is not understood is said', () => {
  test.each<readonly [string, Readonly<Record<string, Json>>, boolean]>([
    ['InstrumentKind', { InstrumentKind: 'LegType.XX' }, false],
    ['PositionType', { PositionType: 'Short' }, false],
    ['ExpiryKind', { ExpiryKind: 'toString' }, false],
    ['Lots', { Lots: 0 }, false],
    ['EntryByPremium', { EntryType: 'EntryType.EntryByPremium', StrikeParameter: 100 }, false],
    ['LegTrailSL', { LegTrailSL: { Type: 'TrailStopLossType.Points', Value: {} } }, true],
    ['LegStopLoss', { LegStopLoss: { Type: 'LegTgtSLType.UnderlyingPoints', Value: 5 } }, true],
    ['LegTarget', { LegTarget: { Type: 'LegTgtSLType.Points', Value: -5 } }, true],
    ['Reentry', { Reentry: 'ReentryType.Immediate' }, true],
  ])('%s', (word, change, isTraded) => {
    const { leg, notes } = read(change);
    expect(notes.join('\n')).toContain(word);
    expect(leg !== null).toBe(isTraded);
  });
});

test('anything at all can be read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (whole, config) => {
      for (const json of [
        whole,
        { PositionConfig: config },
        positionLeg({ Lots: config as Json }),
      ]) {
        const { leg, notes } = readLeg(json as Json, words);
        expect(leg !== null || notes.length > 0).toBe(true);
      }
    }),
  );
});

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
