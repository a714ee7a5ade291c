import { describe, expect, it } from 'vitest';

import { type BacktestDay } from '../../results/backtest-result.ts';
import { aResult } from '../../../test/support/results/a-result.ts';
import { dayCharts } from './day-chart.ts';

const look = { looks: new Map(), pointsMax: 400, underlying: 'NIFTY', underlyings: new Map() };
const [plain] = aResult({ dates: 1 }).days;

/** Heights of the marks of a day on which four orders fill in one minute, with the index at a share of its range. */
function marksAt(closePaise: number): readonly number[] {
  const fill = plain?.fills[0];
  const point = plain?.index[0];
  if (plain === undefined || fill === undefined || point === undefined) return [];
  const others = [2_200_000, 2_300_000].map((paise, at) => ({
    atMs: fill.atMs + (at + 1) * 60_000,
    closePaise: paise,
  }));
  const day: BacktestDay = {
    ...plain,
    fills: [fill, fill, fill, fill],
    index: [{ atMs: fill.atMs, closePaise }, ...others],
  };
  const charts = JSON.stringify(dayCharts(day, look)).replaceAll('\\', '');
  return [...charts.matchAll(/<use [^>]*y="([\d.]+)"/g)].map(([, y]) => Number(y));
}

it('stands the marks of one minute apart, at the top of the chart too', () => {
  for (const closePaise of [2_200_000, 2_250_000, 2_300_000]) {
    const marks = marksAt(closePaise).toSorted((left, right) => left - right);
    expect(marks).toHaveLength(4);
    const gaps = marks.slice(1).map((y, at) => y - (marks[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12);
    expect(marks.every((y) => y >= 0 && y <= 260)).toBe(true);
  }
});

/** The charts of a day that differs from the plain one, as text. */
function chartsOf(change: (day: BacktestDay) => Partial<BacktestDay>): string {
  if (plain === undefined) return '';
  return JSON.stringify(dayCharts({ ...plain, ...change(plain) }, look)).replaceAll('\\', '');
}

it('stands a fill on the level of the minute that ends at its instant', () => {
  const charts = chartsOf(({ fills: [fill] }) => {
    if (fill === undefined) return {};
    const index = [2_200_000, 2_250_000, 2_300_000].map((closePaise, at) => ({
      atMs: fill.atMs + (at - 1) * 60_000,
      closePaise,
    }));
    return { fills: [fill], index };
  });
  expect(charts).toMatch(/<use [^>]*y="130"/);
});

it('draws the net on to the last minute of the index when all was closed before', () => {
  const charts = chartsOf(({ equity }) => ({ equity: equity.slice(0, 3) }));
  const [, path = ''] = /<path d="([^"]+)" data-name="net"/.exec(charts) ?? [];
  const steps = (path.match(/-?\d+/g) ?? []).map(Number);
  const minutes = steps.reduce((sum, step, place) => (place % 2 === 0 ? sum + step : sum), 0);
  expect(minutes).toBe(375);
});

describe('a day on which two underlyings were traded', () => {
  const [fill] = plain?.fills ?? [];
  const symbols = new Map([['BANKNIFTY24JANFUT', 'BANKNIFTY']]);
  /** What the charts of indexes are named, and how many marks stand on each. */
  function indexChartsOf(
    traded: readonly string[],
  ): readonly (readonly [name: string, marks: number])[] {
    if (plain === undefined || fill === undefined) return [];
    const fills = traded.map((symbol) => ({ ...fill, symbol }));
    const otherIndexes = [{ underlying: 'BANKNIFTY', points: plain.index }];
    const day: BacktestDay = { ...plain, fills, otherIndexes };
    const charts = JSON.stringify(dayCharts(day, { ...look, underlyings: symbols }));
    return charts
      .split('<figcaption>')
      .slice(1, -1)
      .map((chart) => [chart.split(' ')[0] ?? '', chart.split('<use ').length - 1]);
  }

  it('shows each index with its own fills', () => {
    expect(indexChartsOf(['NIFTY24JAN', 'BANKNIFTY24JANFUT', 'BANKNIFTY24JANFUT'])).toEqual([
      ['NIFTY', 1],
      ['BANKNIFTY', 2],
    ]);
  });

  it('shows no index in which nothing filled, unless nothing did at all', () => {
    expect(indexChartsOf(['BANKNIFTY24JANFUT'])).toEqual([['BANKNIFTY', 1]]);
    expect(indexChartsOf([])).toEqual([['NIFTY', 0]]);
  });
});
