import { expect, it } from 'vitest';

import { aResult } from '../../../test/support/results/a-result.ts';
import { type BacktestDay, type LotsTraded } from '../backtest-result.ts';
import { closedSourceSentences, lotSentences, sourceGapSentences } from './before-figures.ts';

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

const mood = { name: 'mood', path: 'mood.jsonl', values: 1 };

it('names days on which a played source had no value, the first five of them', () => {
  const dates = [
    '2024-04-22',
    '2024-04-23',
    '2024-04-24',
    '2024-04-25',
    '2024-04-26',
    '2024-04-29',
  ];
  const gaps = { ...mood, withoutValue: { dates, ofDays: 20 } };
  expect(sourceGapSentences([gaps])).toEqual([
    'Source "mood" (mood.jsonl) has no value on 6 of 20 days, on which it stayed silent: 2024-04-22, 2024-04-23, 2024-04-24, 2024-04-25, 2024-04-26 and 1 more.',
  ]);
  const [one = ''] = dates;
  expect(sourceGapSentences([{ ...mood, withoutValue: { dates: [one], ofDays: 1 } }])[0]).toContain(
    'no value on 1 of 1 day, ',
  );
});

it('says nothing of one that has a value on every day', () => {
  expect(sourceGapSentences([mood])).toEqual([]);
  expect(sourceGapSentences(undefined)).toEqual([]);
});

it('says of each strategy which of its own sources had no values, and how to give them', () => {
  const [day] = aResult({ dates: 1 }).days;
  if (day === undefined) throw new TypeError('The sample has a day');
  const silentOn = (strategy: string, ...sources: readonly string[]): BacktestDay => {
    const about = { kind: 'warning', strategy, message: 'm', atMs: 1, times: 1 } as const;
    return { ...day, notes: [{ ...about, code: 'sources-closed', facts: { sources } }] };
  };
  expect(closedSourceSentences([day])).toEqual([]);
  expect(
    closedSourceSentences([
      silentOn('calm', 'vix'),
      silentOn('calm', 'vix'),
      silentOn('both', 'a', 'b'),
    ]),
  ).toEqual([
    'calm has its own source "vix", silent on all days, as a backtest opens none: what is decided by it did not happen, exits too. Play recorded values: --source vix=FILE.',
    'both has its own sources "a", "b", silent on all days, as a backtest opens none: what is decided by them did not happen, exits too. Play recorded values: --source a=FILE --source b=FILE.',
  ]);
});
