import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { type VolatilityBand } from '../backtest-result.ts';
import { measuredError, outsideText, signDoubts, worstOf } from './volatility-doubt.ts';

function run(netPaise: number, worstFillsNetPaise?: number): VolatilityBand['lower'] {
  const money = { grossPaise: netPaise, costsPaise: 0, netPaise, trades: 2 };
  return worstFillsNetPaise === undefined ? money : { ...money, worstFillsNetPaise };
}

const band = { share: 0.2, lower: run(-90_075, -110_000), higher: run(-91_681, -120_001) };

test('says where the net lies when it is not between the runs at other volatilities', () => {
  expect(outsideText({ netPaise: -83_362, band })).toMatch(/^The net lies above both/);
  expect(outsideText({ netPaise: -99_999, band })).toMatch(/^The net lies below both/);
  expect(outsideText({ netPaise: -91_000, band })).toBeNull();
  expect(outsideText({ netPaise: -90_075, band })).toBeNull();
});

test('names the worst of all runs with worst fills, wherever it is', () => {
  const as = { netPaise: -83_362, worstFillsNetPaise: -104_488, band };
  expect(worstOf(as)).toEqual({
    netPaise: -120_001,
    where: 'volatility 20 % higher',
  });
  expect(worstOf({ ...as, worstFillsNetPaise: -130_000 })).toEqual({
    netPaise: -130_000,
    where: 'volatility as modelled',
  });
});

test('names no worst of results of older programs, whose other runs kept no worst fills', () => {
  const older = { share: 0.2, lower: run(-1), higher: run(1) };
  expect(worstOf({ netPaise: 0, worstFillsNetPaise: -5, band: older })).toBeNull();
});

test('doubts a profit that another volatility or worst fills turn into a loss', () => {
  const sweep = {
    netPaise: 111_307,
    worstFillsNetPaise: -362_675,
    band: { share: 0.2, lower: run(-599_377, -700_000), higher: run(451_130, 10) },
  };
  expect(signDoubts("best variant's", sweep)).toEqual([
    "The best variant's net changes sign with the volatility: +₹1,113.07 as modelled, -₹5,993.77 at 20 % lower, +₹4,511.30 at 20 % higher",
    "Worst fills turn the best variant's profit into a loss: +₹1,113.07 becomes -₹3,626.75",
  ]);
  expect(signDoubts("best variant's", { netPaise: 5, worstFillsNetPaise: 1 })).toEqual([]);
  const both = {
    ...sweep,
    worstFillsNetPaise: 1,
    band: { ...band, lower: run(9, -8), higher: run(9, 1) },
  };
  expect(signDoubts("best variant's", both)).toEqual([
    "Worst fills with volatility 20 % lower turn the best variant's profit into a loss: +₹1,113.07 becomes -₹0.08",
  ]);
  expect(signDoubts("best variant's", { ...sweep, netPaise: -1, band })).toEqual([]);
});

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
  expect(told).toContain(`by more than ${span(shares(straddles, 6))},`);
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
    'This bounds nothing: premiums of smile.ts were not checked against real ones',
  );
});
