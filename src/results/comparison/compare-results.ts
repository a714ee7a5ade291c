import { counted } from '../../base/counted.ts';
import { isRecord, isSameJson, type Json } from '../../base/json.ts';
import { formatPaise } from '../../model/money/money.ts';
import { type IstDate } from '../../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestFill,
  type BacktestResult,
  type BacktestStrategy,
  type PricesUsed,
  type Trade,
} from '../backtest-result.ts';
import { type Figure, figuresOf, type FigureUnit } from '../figures.ts';
import { performanceOf } from '../performance.ts';

/** How two results differ: `one` was named first. Plain data. */
export interface Comparison {
  /** Whether every day, fill, trade and amount is the same, under whatever conditions. */
  readonly isSame: boolean;
  /** What was not the same before any trade; while this is not empty, other differences may come of it. */
  readonly conditions: readonly ConditionDifference[];
  readonly totals: readonly FigurePair[];
  /** Statistics side by side, all of them. */
  readonly figures: readonly FigurePair[];
  /** Days that differ, ascending. */
  readonly days: readonly DayDifference[];
  readonly firstDifference: FirstDifference | null;
}

/** Something that both results started from, and did not share. */
export interface ConditionDifference {
  readonly kind:
    | 'strategies'
    | 'source'
    | 'parameter'
    | 'underlyings'
    | 'prices'
    | 'dates'
    | 'seed'
    | 'capital'
    | 'assumption'
    | 'stopped';
  /** What of it: the strategy, the parameter's path; empty where there is but one. */
  readonly name: string;
  /** Null where it has none. */
  readonly one: string | null;
  readonly other: string | null;
}

/** One figure of both. */
export interface FigurePair extends Omit<Figure, 'value'> {
  readonly one: number | null;
  readonly other: number | null;
  /** `other` less `one`; null where either is. */
  readonly difference: number | null;
}

/** A date that came to something else. */
export interface DayDifference {
  readonly date: IstDate;
  /** Null where the result has no such date. */
  readonly one: DayBrief | null;
  readonly other: DayBrief | null;
  /** Net of `other` less that of `one`; a date that is not there came to 0. */
  readonly differencePaise: number;
  /** Names of the parts of the day that differ: `fills`, `commandLogSha256`, `netPaise` … */
  readonly parts: readonly string[];
}

/** A day in short. */
export type DayBrief = Pick<
  BacktestDay,
  'status' | 'netPaise' | 'orders' | 'trades' | 'commandLogSha256'
>;

/** Where two results part: the first day that differs, and on it the first fill. */
export interface FirstDifference extends DayDifference {
  /** Whether the strategies decided otherwise; if not, the market or the fills did. */
  readonly areCommandsSame: boolean;
  /** Null where all fills are the same. */
  readonly fill: FillDifference | null;
}

/** The first fill of a day that differs. */
export interface FillDifference {
  /** From 1, among the fills of the day. */
  readonly number: number;
  /** Null where there are no more fills. */
  readonly one: BacktestFill | null;
  readonly other: BacktestFill | null;
  /** Names of the parts that differ; empty where one of them has no such fill. */
  readonly parts: readonly string[];
}

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
    firstDifference: days[0] === undefined ? null : firstDifference(days[0], one, other),
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
  const rows: readonly (readonly [string, string, FigureUnit, number | null])[] = [
    ['days', 'days', 'count', totals.days],
    ['daysRun', 'days run', 'count', totals.daysRun],
    ['daysWithProblems', 'days with problems', 'count', totals.daysWithProblems],
    ['orders', 'orders', 'count', totals.orders],
    ['trades', 'trades', 'count', totals.trades],
    ['gross', 'gross', 'paise', totals.grossPaise],
    ['costs', 'costs', 'paise', totals.costsPaise],
    ['net', 'net', 'paise', totals.netPaise],
    ['optimistic', 'net, optimistic fills', 'paise', scenarios.optimistic.netPaise],
    ['pessimistic', 'net, pessimistic fills', 'paise', scenarios.pessimistic.netPaise],
    ['turnover', 'turnover', 'paise', totals.turnoverPaise],
    ['winningDays', 'days won', 'count', totals.winningDays],
    ['losingDays', 'days lost', 'count', totals.losingDays],
  ];
  return rows.map(([name, label, unit, value]) => ({ name, label, unit, value }));
}

type Days = Pick<BacktestResult, 'days'>;

/** Dates of either result that are not the same in both, ascending. */
function compareDays(one: Days, other: Days): readonly DayDifference[] {
  const [ofOne, ofOther] = [one, other].map(
    ({ days }): ReadonlyMap<string, BacktestDay> => new Map(days.map((day) => [day.date, day])),
  );
  const dates = [...one.days, ...other.days].map(({ date }) => date).sort();
  return [...new Set(dates)].flatMap((date) => {
    const [left, right] = [ofOne?.get(date), ofOther?.get(date)];
    const parts = differingParts(left, right);
    if (parts.length === 0) return [];
    const differencePaise = (right?.netPaise ?? 0) - (left?.netPaise ?? 0);
    return { date, one: brief(left), other: brief(right), differencePaise, parts };
  });
}

/** The first date that differs, with its first fill that does. */
function firstDifference(first: DayDifference, one: Days, other: Days): FirstDifference {
  const fillsOf = ({ days }: Days): readonly BacktestFill[] =>
    days.find(({ date }) => date === first.date)?.fills ?? [];
  return {
    ...first,
    areCommandsSame: first.one?.commandLogSha256 === first.other?.commandLogSha256,
    fill: firstFill(fillsOf(one), fillsOf(other)),
  };
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

/** What two results did not share before any trade. */
function compareConditions(
  one: BacktestResult,
  other: BacktestResult,
): readonly ConditionDifference[] {
  const simple = (
    kind: ConditionDifference['kind'],
    read: (result: BacktestResult) => string | null,
  ): readonly ConditionDifference[] => {
    const [left, right] = [read(one), read(other)];
    return left === right ? [] : [{ kind, name: '', one: left, other: right }];
  };
  return [
    ...simple('strategies', ({ strategies }) => namesOf(strategies)),
    ...ofStrategies(one.strategies, other.strategies),
    ...simple('underlyings', ({ underlyings }) => underlyings.toSorted().join(', ')),
    ...simple('prices', ({ prices }) => pricesText(prices)),
    ...simple('dates', datesText),
    ...simple('seed', ({ seed }) => seed),
    ...simple('capital', ({ capitalPaise }) => formatPaise(capitalPaise)),
    ...ofAssumptions(one.assumptions, other.assumptions),
    ...simple('stopped', ({ daysNotReached }) =>
      daysNotReached === 0 ? null : `${counted(daysNotReached, 'day')} not reached`,
    ),
  ];
}

function namesOf(strategies: readonly BacktestStrategy[]): string {
  return strategies
    .map(({ name }) => name)
    .toSorted()
    .join(', ');
}

/** The second strategy of a name is compared with the second of that name, and so on. */
function ofStrategies(
  one: readonly BacktestStrategy[],
  other: readonly BacktestStrategy[],
): readonly ConditionDifference[] {
  return one.flatMap((strategy, index) => {
    const isNamesake = ({ name }: BacktestStrategy): boolean => name === strategy.name;
    const earlier = one.slice(0, index).filter(isNamesake).length;
    const twin = other.filter(isNamesake)[earlier];
    return twin === undefined ? [] : ofStrategy(strategy, twin);
  });
}

function ofStrategy(one: BacktestStrategy, other: BacktestStrategy): ConditionDifference[] {
  const { name } = one;
  const source: ConditionDifference[] =
    one.sourceHash === other.sourceHash
      ? []
      : [{ kind: 'source', name, one: one.sourceHash, other: other.sourceHash }];
  const parameters = differingPaths(one.params, other.params).map(
    (differing): ConditionDifference => ({
      kind: 'parameter',
      name: differing.path === '' ? name : `${name}: ${differing.path}`,
      one: jsonText(differing.one),
      other: jsonText(differing.other),
    }),
  );
  return [...source, ...parameters];
}

function jsonText(value: Json | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** By what the files hold: where they lie does not matter. */
function pricesText(prices: readonly PricesUsed[]): string {
  return prices
    .map(({ sha256, underlyings, rows }) => {
      const of = underlyings.join(', ');
      return `${of}, ${counted(rows, 'row')}, SHA-256 ${sha256.slice(0, 12)}`;
    })
    .toSorted()
    .join('; ');
}

function datesText({ days }: BacktestResult): string | null {
  const first = days[0]?.date;
  const last = days.at(-1)?.date;
  if (first === undefined || last === undefined) return null;
  return `${first} to ${last}, ${String(days.length)} dates`;
}

function ofAssumptions(
  one: readonly string[],
  other: readonly string[],
): readonly ConditionDifference[] {
  const only = (these: readonly string[], those: readonly string[]): readonly string[] =>
    these.filter((assumption) => !those.includes(assumption));
  const of = { kind: 'assumption', name: '' } as const;
  return [
    ...only(one, other).map((assumption) => ({ ...of, one: assumption, other: null })),
    ...only(other, one).map((assumption) => ({ ...of, one: null, other: assumption })),
  ];
}

/** A part of two values of JSON that is not the same in both. `undefined` where there is none. */
interface DifferingPath {
  /** `legs[0].strike`; empty for the values themselves. */
  readonly path: string;
  readonly one: Json | undefined;
  readonly other: Json | undefined;
}

/** The smallest parts in which two values of JSON differ. */
export function differingPaths(
  one: Json | undefined,
  other: Json | undefined,
  path = '',
): readonly DifferingPath[] {
  if (isSameJson(one, other)) return [];
  if (Array.isArray(one) && Array.isArray(other)) {
    const longer: readonly unknown[] = one.length > other.length ? one : other;
    return longer.flatMap((_, index) =>
      differingPaths(one[index] as Json, other[index] as Json, `${path}[${String(index)}]`),
    );
  }
  if (isRecord(one) && isRecord(other)) {
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
      differingPaths(one[key], other[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return [{ path, one, other }];
}
