import { isSameJson } from '../base/same-json.ts';
import { type BacktestResult, type Trade } from './backtest-result.ts';
import { compareConditions } from './compare-conditions.ts';
import { compareDays, firstDifference } from './compare-days.ts';
import { type Comparison, type FigurePair } from './comparison.ts';
import { type Figure, figuresOf } from './figures.ts';
import { performanceOf } from './performance-of.ts';

/** How two results differ: in what they started from, in total, in statistics and day by day. Pure. */
export function compareResults(one: BacktestResult, other: BacktestResult): Comparison {
  const days = compareDays(one, other);
  const isSame =
    days.length === 0 &&
    isSameJson(one.totals, other.totals) &&
    isSameJson(one.trades.map(toldByAll), other.trades.map(toldByAll)) &&
    isSameJson(one.scenarios, other.scenarios);
  return {
    isSame,
    conditions: compareConditions(one, other),
    totals: pairsOf(totalsOf(one), totalsOf(other)),
    figures: pairsOf(figuresOf(performanceOf(one)), figuresOf(performanceOf(other))),
    days,
    firstDifference: firstDifference(one, other),
  };
}

/** A trade without what results of older programs do not tell of it: it follows from fills and prices. */
function toldByAll(trade: Trade): object {
  return Object.fromEntries(
    Object.entries(trade).filter(([key]) => key !== 'mae' && key !== 'mfe'),
  );
}

function pairsOf(one: readonly Figure[], other: readonly Figure[]): readonly FigurePair[] {
  return one.map(({ value, ...of }, index) => {
    const right = other[index]?.value ?? null;
    const difference = value === null || right === null ? null : right - value;
    return { ...of, one: value, other: right, difference };
  });
}

function totalsOf({ totals, scenarios }: BacktestResult): readonly Figure[] {
  const count = (name: string, label: string, value: number): Figure => ({
    ...{ name, label, unit: 'count', value },
  });
  const paise = (name: string, label: string, value: number | null): Figure => ({
    ...{ name, label, unit: 'paise', value },
  });
  return [
    count('days', 'days', totals.days),
    count('daysRun', 'days run', totals.daysRun),
    count('daysWithProblems', 'days with problems', totals.daysWithProblems),
    count('orders', 'orders', totals.orders),
    count('trades', 'trades', totals.trades),
    paise('gross', 'gross', totals.grossPaise),
    paise('costs', 'costs', totals.costsPaise),
    paise('net', 'net', totals.netPaise),
    paise('optimistic', 'net, optimistic fills', scenarios.optimistic.netPaise),
    paise('pessimistic', 'net, pessimistic fills', scenarios.pessimistic.netPaise),
    paise('turnover', 'turnover', totals.turnoverPaise),
    count('winningDays', 'days won', totals.winningDays),
    count('losingDays', 'days lost', totals.losingDays),
  ];
}
