import { expect, it } from 'vitest';

import { type RecordedSource, sourceAssumptions } from '../loading/recorded-sources.ts';
import { instantAt } from '../model/time/ist.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { noSourceValues, sourcesPlayed } from './play-recorded-sources.ts';

const { calendar } = loadMarketKnowledge();
const DATES = ['2024-04-24', '2024-04-25', '2024-04-26'];
const DAYS = DATES.map(
  (date) => ({ date, bars: 375, verdict: { kind: 'run', problem: null } }) as const,
);

function aSource(...times: readonly (readonly [date: string, clock: string])[]): RecordedSource {
  const values = times.map(([date, clock]) => ({ atMs: instantAt(date, clock), value: 1 }));
  return { path: 'mood.jsonl', sha256: 'a'.repeat(64), values };
}

it('knows the days without a value before the close', () => {
  const mood = aSource(['2024-04-24', '08:00'], ['2024-04-25', '18:00']);
  expect(sourcesPlayed({ mood }, calendar, DATES)).toEqual([
    {
      ...{ name: 'mood', path: 'mood.jsonl', values: 2 },
      withoutValue: { dates: ['2024-04-25', '2024-04-26'], ofDays: 3 },
    },
  ]);
  const whole = aSource(...DATES.map((date) => [date, '09:20'] as const));
  expect(sourcesPlayed({ mood: whole }, calendar, DATES)[0]).not.toHaveProperty('withoutValue');
});

it('refuses a source that has a value on none of the days', () => {
  const mood = aSource(['2023-04-22', '09:20'], ['2023-05-02', '09:20']);
  expect(noSourceValues({ mood }, DAYS, calendar)).toMatchObject([
    {
      message: 'No value for any of the days in source "mood"',
      file: 'mood.jsonl',
      found: '2023-04-22 to 2023-05-02',
      allowed: 'values of 2024-04-24 to 2024-04-26, before the close',
    },
  ]);
  expect(noSourceValues({ mood: aSource(['2024-04-26', '09:20']) }, DAYS, calendar)).toEqual([]);
  expect(noSourceValues(undefined, DAYS, calendar)).toEqual([]);
});

it('counts one value as one', () => {
  expect(sourceAssumptions({ mood: aSource(['2024-04-26', '09:20']) })[0]).toContain('(1 value, ');
});
