import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json } from '../../base/json.ts';
import { OPENBROKER_VOCABULARY } from '../platform/vocabulary.ts';
import { positionLeg } from '../testing/position-leg.ts';
import { readLeg } from './leg-words.ts';

const { words } = OPENBROKER_VOCABULARY;
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
