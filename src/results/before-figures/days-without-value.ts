import { type IstDate } from '../../model/ist.ts';

/** Days that ran without a value of something from outside: a volatility at the open or the close, a source before the close. */
export interface DaysWithoutValue {
  /** Ascending. */
  readonly dates: readonly IstDate[];
  /** How many days ran in all. */
  readonly ofDays: number;
}
