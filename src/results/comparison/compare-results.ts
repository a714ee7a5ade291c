import { isSameJson } from '../../base/json.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type BacktestResult,
  type Trade,
} from '../backtest-result.ts';
import { type Figure, figuresOf } from '../figures.ts';
import { performanceOf } from '../performance.ts';
import { compareConditions } from './compare-conditions.ts';
import {
  type Comparison,
  type DayBrief,
  type DayDifference,
  type FigurePair,
  type FillDifference,
  type FirstDifference,
} from './comparison.ts';

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
    totals: figurePairsOf(totalsOf(one), totalsOf(other)),
    figures: figurePairsOf(figuresOf(performanceOf(one)), figuresOf(performanceOf(other))),
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

function figurePairsOf(one: readonly Figure[], other: readonly Figure[]): readonly FigurePair[] {
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

type Days = Pick<BacktestResult, 'days'>;

/** Dates of either result that are not the same in both, ascending. */
function compareDays(one: Days, other: Days): readonly DayDifference[] {
  return dayPairsOf(one, other).flatMap(([left, right]) => {
    const parts = differingParts(left, right);
    const date = left?.date ?? right?.date;
    if (parts.length === 0 || date === undefined) return [];
    const differencePaise = (right?.netPaise ?? 0) - (left?.netPaise ?? 0);
    return { date, one: brief(left), other: brief(right), differencePaise, parts };
  });
}

/** The first date that differs, and its first fill that does; null when none does. */
function firstDifference(one: Days, other: Days): FirstDifference | null {
  const [first] = compareDays(one, other);
  if (first === undefined) return null;
  const dayOf = ({ days }: Days): BacktestDay | undefined =>
    days.find(({ date }) => date === first.date);
  return {
    ...first,
    areCommandsSame: first.one?.commandLogSha256 === first.other?.commandLogSha256,
    fill: firstFill(dayOf(one)?.fills ?? [], dayOf(other)?.fills ?? []),
  };
}

type Pair = readonly [BacktestDay | undefined, BacktestDay | undefined];

function dayPairsOf(one: Days, other: Days): readonly Pair[] {
  const [left, right] = [byDate(one), byDate(other)];
  const dates = [...new Set([...left.keys(), ...right.keys()])].sort();
  return dates.map((date) => [left.get(date), right.get(date)]);
}

function byDate({ days }: Days): ReadonlyMap<string, BacktestDay> {
  return new Map(days.map((day) => [day.date, day]));
}

function differingParts(one: object | undefined, other: object | undefined): readonly string[] {
  const [left, right] = [{ ...one }, { ...other }] as Readonly<Record<string, unknown>>[];
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return [...names].filter((name) => !isSameJson(left?.[name], right?.[name]));
}

function brief(day: BacktestDay | undefined): DayBrief | null {
  if (day === undefined) return null;
  const { status, netPaise, orders, trades, commandLogSha256 } = day;
  return { status, netPaise, orders, trades, commandLogSha256 };
}

function firstFill(
  one: readonly BacktestFill[],
  other: readonly BacktestFill[],
): FillDifference | null {
  const longer = one.length > other.length ? one : other;
  const index = longer.findIndex((_, at) => !isSameJson(one[at], other[at]));
  if (index === -1) return null;
  const [left = null, right = null] = [one[index], other[index]];
  const parts = left === null || right === null ? [] : differingParts(left, right);
  return { number: index + 1, one: left, other: right, parts };
}
