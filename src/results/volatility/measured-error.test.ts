import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { measuredError } from './measured-error.ts';

const PAGE = readFileSync(new URL('../../../docs/option-prices.md', import.meta.url), 'utf8');

/** Cells of the rows of one volatility, by what is measured. */
function rowsOf(volatility: string, legs: string): readonly (readonly string[])[] {
  return PAGE.split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, by = '', what = '']) => by.startsWith(volatility) && what === legs);
}

function shares(rows: readonly (readonly string[])[], column: number): readonly number[] {
  return rows.map((row) => Number.parseFloat(row[column] ?? ''));
}

function span(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.round);
  return least === most ? `${String(least)} %` : `${String(least)} to ${String(most)} %`;
}

test.each([
  ['given', 'India VIX'],
  ['own-days', 'without India VIX'],
] as const)('quotes the errors that the page of modelled prices measured: %s', (kind, rows) => {
  const straddles = rowsOf(rows, 'straddle at the money').filter((row) => row[3] === 'both');
  expect(straddles.length).toBeGreaterThan(0);
  const told = measuredError({ kind });
  expect(told).toContain(`were ${span(shares(straddles, 5))} off real ones at the median`);
  expect(told).toContain(`by more than ${span(shares(straddles, 6))};`);
});

test.each(['India VIX', 'without India VIX'])('far strikes are as far off as it says: %s', (by) => {
  const median = (legs: string): number => {
    const all = shares(rowsOf(by, legs), 5);
    return all.reduce((sum, share) => sum + share, 0) / all.length;
  };
  const [near, four, seven] = [
    'straddle at the money',
    'strangle four strikes out',
    'strangle seven strikes out',
  ].map(median) as [number, number, number];
  expect(Math.round(four / near)).toBe(2);
  expect(seven).toBeGreaterThan(four);
});

test('has no figure for generated prices, and none for a model of the user', () => {
  expect([measuredError(undefined), measuredError({ kind: 'generated' })]).toEqual([null, null]);
  expect(measuredError({ kind: 'given', model: 'smile.ts' })).toBe(
    'No bound: premiums of smile.ts were not held against real ones',
  );
});
