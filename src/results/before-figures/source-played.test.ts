import { expect, it } from 'vitest';

import { sourceGapSentences } from './source-played.ts';

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
