import { type IstDate } from '../../model/ist.ts';

/** Buy and hold of one index over the days of a result. */
export interface Benchmark {
  readonly underlying: string;
  /** Why there is none; null where there is one. */
  readonly reason: string | null;
  /** Null where there is none. */
  readonly held: HeldIndex | null;
}

/**
 * What the capital would have come to, put into an index at its first price and left there: whole and in fractions of it,
 * without costs, dividends and interest, which no index can be bought with. Figures by the same formulas as those of the
 * strategies, over the days that ran from the first close on.
 */
export interface HeldIndex {
  /** Where it was bought: the open of the index's first minute on the first day that has one. */
  readonly fromPaise: number;
  /** Where the index closed on each day that ran and has prices of it, ascending; at least one. */
  readonly closes: readonly DayClose[];
  /** `C · (last close / first price − 1)`, nearest paisa. */
  readonly netPaise: number;
  readonly returnOnCapital: number;
  readonly annualReturn: number | null;
  readonly sharpe: number | null;
  /** The deepest on the closes of days; 0 where it never closed below an earlier close. */
  readonly drawdownPaise: number;
  /** The same over what it had come to, capital and all; null without one. */
  readonly drawdownOfPeak: number | null;
}

/** Where an index closed a day, paise. */
export interface DayClose {
  readonly date: IstDate;
  readonly closePaise: number;
}
