import { expect, it } from 'vitest';

import { calendar, csvDay, friday, readText, SPLIT } from '../../../test/support/price-texts.ts';
import { problemsWithin } from './recorded-prices.ts';

const MONDAY = '2024-03-04';
const header = 'timestamp,open,high,low,close,colour';
const coloured = (rows: readonly string[]): readonly string[] => rows.map((row) => `${row},red`);
const prices = await readText(
  [
    header,
    // A minute is missing on each day, two on the last; the column is of no date.
    ...coloured(friday.toSpliced(10, 1)),
    ...coloured(csvDay(calendar, SPLIT).toSpliced(10, 1)),
    ...coloured(csvDay(calendar, MONDAY).toSpliced(10, 1).toSpliced(20, 1)),
  ].join('\n'),
);

it.each([
  [{}, { gap: 4, 'unknown-column': 1 }],
  [
    { from: SPLIT, to: SPLIT },
    { gap: 1, 'unknown-column': 1 },
  ],
  [{ from: MONDAY }, { gap: 2, 'unknown-column': 1 }],
  [{ to: '2024-02-28' }, { 'unknown-column': 1 }],
])('within %j', (range, counts) => {
  const { problems, problemCounts } = problemsWithin(prices, range);
  expect(problemCounts).toEqual(counts);
  const kinds = problems.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'gap')).toHaveLength(problemCounts['gap'] ?? 0);
  expect(kinds).toContain('unknown-column');
});

it('what is wrong with a whole file is told for any dates', async () => {
  const moved = friday.map((row) => row.replace('+05:30', '-04:00'));
  const read = await readText(['timestamp,open,high,low,close', ...moved].join('\n'));
  const { problems, problemCounts } = problemsWithin(read, { from: '2024-04-01' });
  expect(problemCounts).toEqual({ 'wrong-zone': 1 });
  expect(problems.map(({ kind }) => kind)).toEqual(['wrong-zone']);
});
