import { describe, expect, it } from 'vitest';

import { type BacktestDay, type BacktestResult } from '../../src/results/backtest-result.ts';
import { aResult } from '../support/results/a-result.ts';
import { allOf, firstDifference, numbersOf } from './numbers.ts';

const whole = aResult();
const result = { ...whole, days: whole.days.slice(0, 3), trades: whole.trades.slice(0, 9) };
const withDay = (change: (day: BacktestDay) => BacktestDay): BacktestResult => ({
  ...result,
  days: result.days.map((day, at) => (at === 1 ? change(day) : day)),
});
const differenceTo = (other: BacktestResult): string | null =>
  firstDifference(numbersOf(result), numbersOf(other));

describe('the numbers of two results', () => {
  it('are the same whatever strategies, runs and legs are called', () => {
    const renamed = withDay((day) => ({
      ...day,
      fills: day.fills.map((fill) => ({ ...fill, strategy: 'x', runId: 'x', leg: 'x' })),
      commandLogSha256: 'x',
    }));
    expect(differenceTo({ ...renamed, strategies: [] })).toBeNull();
    expect(firstDifference(allOf(result), allOf(renamed))).toMatch(/^days\[1\]/);
  });

  it('differ in a paisa', () => {
    const costly = withDay((day) => ({ ...day, costsPaise: day.costsPaise + 1 }));
    const { costsPaise = NaN } = result.days[1] ?? {};
    expect(differenceTo(costly)).toBe(
      `days[1].costsPaise: ${String(costsPaise)} and ${String(costsPaise + 1)}`,
    );
  });

  it('differ in the time of a fill', () => {
    const [fill] = result.days[1]?.fills ?? [];
    expect(fill).toBeDefined();
    const later = withDay((day) => ({
      ...day,
      fills: day.fills.map((each) => (each === fill ? { ...each, atMs: each.atMs + 1 } : each)),
    }));
    expect(differenceTo(later)).toMatch(/^days\[1\]\.fills\[0\]\.atMs: \d+ and \d+$/);
  });

  it('differ in a day that is missing, and in whether one was run', () => {
    const days = result.days.slice(0, -1);
    expect(differenceTo({ ...result, days })).toMatch(/^days\[\d+\]: .* and nothing$/);
    const skipped = withDay((day) => ({ ...day, status: 'failed' }));
    expect(differenceTo(skipped)).toMatch(/^days\[1\]\.status/);
  });

  it('tell how many more differ', () => {
    const twice = withDay((day) => ({ ...day, orders: day.orders + 1, bars: day.bars + 1 }));
    expect(differenceTo(twice)).toMatch(/, and 1 more$/);
  });
});
