import { isSameJson } from '../base/same-json.ts';
import { type BacktestDay, type BacktestFill, type BacktestResult } from './backtest-result.ts';
import {
  type DayBrief,
  type DayDifference,
  type FillDifference,
  type FirstDifference,
} from './comparison.ts';

type Days = Pick<BacktestResult, 'days'>;

/** Dates of either result that are not the same in both, ascending. */
export function compareDays(one: Days, other: Days): readonly DayDifference[] {
  return pairsOf(one, other).flatMap(([left, right]) => {
    const parts = differingParts(left, right);
    const date = left?.date ?? right?.date;
    if (parts.length === 0 || date === undefined) return [];
    const differencePaise = (right?.netPaise ?? 0) - (left?.netPaise ?? 0);
    return { date, one: brief(left), other: brief(right), differencePaise, parts };
  });
}

/** The first date that differs, and its first fill that does; null when none does. */
export function firstDifference(one: Days, other: Days): FirstDifference | null {
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

function pairsOf(one: Days, other: Days): readonly Pair[] {
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
