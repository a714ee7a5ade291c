import { type IstDate } from '../../model/time/ist.ts';
import { type BacktestDay, type BacktestFill } from '../backtest-result.ts';
import { type Figure } from '../figures.ts';

/** How two results differ: `one` was named first. Plain data. */
export interface Comparison {
  /** Whether every day, fill, trade and amount is the same, under whatever conditions. */
  readonly isSame: boolean;
  /** What was not the same before any trade; while this is not empty, other differences may come of it. */
  readonly conditions: readonly ConditionDifference[];
  /** Totals side by side, all of them. */
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
