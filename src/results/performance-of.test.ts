import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Money } from './backtest-result.ts';
import { performanceOf } from './performance.ts';
import { type Group } from './statistics/outcomes.ts';
import { aResult } from '../../test/support/results/a-result.ts';
import { plainDay, plainResult } from '../../test/support/results/plain-result.ts';

const CAPITAL_PAISE = 25_000_000;
const SAMPLE = aResult();

function netOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { netPaise }) => sum + netPaise, 0);
}

function allNumbers(value: unknown): readonly unknown[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(allNumbers);
  return typeof value === 'number' ? [value] : [];
}

describe('performance', () => {
  it('agrees with the totals of the result', () => {
    const { totals } = SAMPLE;
    expect(performanceOf(SAMPLE)).toMatchObject({
      days: totals.daysRun,
      grossPaise: totals.grossPaise,
      costsPaise: totals.costsPaise,
      netPaise: totals.netPaise,
      turnoverPaise: totals.turnoverPaise,
      ofDays: { wins: totals.winningDays, losses: totals.losingDays },
      ofTrades: { count: totals.trades },
      worstDays: [totals.worstDay, {}, {}, {}, {}],
      bestDays: [totals.bestDay, {}, {}, {}, {}],
    });
  });

  it('divides the net into parts that add up to it', () => {
    const { netPaise, byWeekday, byMonth, byStrategy, byLeg, byDaysToExpiry } =
      performanceOf(SAMPLE);
    for (const groups of [byWeekday, byMonth, byStrategy, byLeg, byDaysToExpiry]) {
      expect(netOf(groups)).toBe(netPaise);
    }
    expect(byWeekday.map(({ key }) => key)).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
    ]);
    expect(byMonth[0]?.key).toBe('2024-01');
    expect(byDaysToExpiry.map(({ key }) => Number(key))).toEqual([0, 1, 2, 3, 6]);
    expect(byLeg.map(({ key }) => key)).toEqual(['short-straddle / ce', 'short-straddle / pe']);
  });

  it('puts Sunday after Saturday', () => {
    const dates = ['2024-01-20', '2024-01-21', '2024-01-22'];
    const days = dates.map((date) => plainDay(date, 10));
    const { byWeekday } = performanceOf(plainResult([], { days }));
    expect(byWeekday.map(({ key }) => key)).toEqual(['Monday', 'Saturday', 'Sunday']);
  });

  it('lists as worst what lost and as best what won, and the deepest of drawdowns first', () => {
    const { worstDays, bestDays, drawdown, drawdowns } = performanceOf(
      plainResult([50, -10, 20, -30, 0, 40]),
    );
    expect(worstDays.map(({ netPaise }) => netPaise)).toEqual([-30, -10]);
    expect(bestDays.map(({ netPaise }) => netPaise)).toEqual([50, 40, 20]);
    expect(drawdowns.map(({ depthPaise }) => depthPaise)).toEqual([30, 10]);
    expect(drawdown).toBe(drawdowns[0]);
  });

  it('counts a day of a leg once, in however many contracts it was', () => {
    const leg = (symbol: string, netPaise: number) => ({
      ...{ strategy: 's', runId: 's-1', leg: 'ce', symbol },
      ...{ grossPaise: netPaise, costsPaise: 0, netPaise },
    });
    const day = { ...plainDay('2024-01-01', 50), legs: [leg('A', 100), leg('B', -50)] };
    const { byLeg } = performanceOf(plainResult([], { days: [day] }));
    expect(byLeg).toMatchObject([{ key: 's / ce', netPaise: 50, outcomes: { count: 1, wins: 1 } }]);
  });

  it('draws the curve of summed nets, and the share of days below an earlier close', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (nets) => {
        const { curve, timeInDrawdown } = performanceOf(plainResult(nets));
        let below = 0;
        for (const [index, point] of curve.entries()) {
          const closes = nets.map((_, last) =>
            nets.slice(0, last + 1).reduce((sum, net) => sum + net, 0),
          );
          const highest = Math.max(0, ...closes.slice(0, index + 1));
          expect(point.equityPaise).toBe(closes[index]);
          expect(point.drawdownPaise).toBe(highest - (closes[index] ?? 0));
          if (point.drawdownPaise > 0) below += 1;
        }
        expect(timeInDrawdown).toBeCloseTo(below / nets.length, 12);
      }),
    );
  });

  it('sets a year of the mean day against the deepest drawdown', () => {
    const { calmar, drawdown } = performanceOf(plainResult([100, -40, 30]), {
      tradingDaysAYear: 250,
    });
    expect(drawdown?.depthPaise).toBe(40);
    expect(calmar).toBeCloseTo((30 * 250) / 40, 9);
  });

  it('finds a fall within a day that its close does not show', () => {
    const one = { ...plainDay('2024-01-01', 10), equity: at([1, 40], [2, 10]) };
    const other = { ...plainDay('2024-01-02', 20), equity: at([3, -30], [4, 20]) };
    const performance = performanceOf(plainResult([], { days: [one, other] }));
    expect(performance.drawdown).toBeNull();
    expect(performance.drawdownIntraday).toEqual({ depthPaise: 60, peakAtMs: 1, lowAtMs: 3 });
  });

  it('finds within days the deepest fall between any two moments', () => {
    const points = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(points, { maxLength: 6 }), (perDay) => {
        const days = perDay.map((nets, day) => ({
          ...plainDay(`2024-01-0${String(day + 1)}`, nets.at(-1) ?? 0),
          equity: nets.map((netPaise, index) => ({ atMs: day * 100 + index, netPaise })),
        }));
        const line = [0];
        for (const nets of perDay) {
          const before = line.at(-1) ?? 0;
          line.push(...nets.map((net) => before + net));
        }
        const falls = line.flatMap((high, early) => line.slice(early).map((low) => high - low));
        const { drawdownIntraday } = performanceOf(plainResult([], { days }));
        expect(drawdownIntraday?.depthPaise ?? 0).toBe(Math.max(...falls));
      }),
    );
  });

  it('leaves out days that did not run, and returns them nowhere', () => {
    const days = [plainDay('2024-01-01', 10), { ...plainDay('2024-01-02', 0), status: 'missing' }];
    const performance = performanceOf(plainResult([], { days: days as never }));
    expect(performance).toMatchObject({ days: 1, to: '2024-01-01', ofDays: { flat: 0 } });
  });

  it('is null or a finite number throughout, whatever the days came to', () => {
    const paise = fc.constantFrom(0, 0, 1, -1, 5_000, -7_000, 90_000_000, -90_000_000);
    fc.assert(
      fc.property(fc.array(paise, { maxLength: 6 }), fc.nat(1), (nets, capital) => {
        const capitalPaise = capital * CAPITAL_PAISE;
        const performance = performanceOf(plainResult(nets, { capitalPaise }));
        for (const value of allNumbers(performance)) expect(value).toSatisfy(Number.isFinite);
      }),
    );
  });

  it('says that trades are open', () => {
    const result = aResult({ dates: 3 });
    const trades = result.trades.map((trade, index) =>
      index === 0 ? { ...trade, closedAtMs: null } : trade,
    );
    expect(performanceOf({ ...result, trades }).openTrades).toBe(1);
  });

  it('takes away what the capital would have earned without risk', () => {
    const plain = performanceOf(SAMPLE);
    const strict = performanceOf(SAMPLE, { riskFreeRate: 0.065 });
    expect(strict.sharpe).toBeLessThan(plain.sharpe ?? -Infinity);
    const difference = ((plain.sharpe ?? 0) - (strict.sharpe ?? 0)) * (plain.volatility ?? 0);
    expect(difference).toBeCloseTo(0.065, 9);
  });

  it('gives money that is whole paise', () => {
    const { expectancyPaise, averageWinPaise } = performanceOf(SAMPLE).ofTrades;
    const money: Money = performanceOf(SAMPLE);
    for (const paise of [expectancyPaise, averageWinPaise, money.netPaise]) {
      expect(paise).toSatisfy(Number.isSafeInteger);
    }
  });
});

function at(...points: readonly (readonly [number, number])[]) {
  return points.map(([atMs, netPaise]) => ({ atMs, netPaise }));
}
