import { type IstDate } from '../../model/ist.ts';

/**
 * What can be wrong with a price file.
 *
 * - `header`: a needed column is missing, or the file is empty; nothing was read
 * - `malformed`: a row that cannot be read; left out
 * - `inconsistent`: high below low, or open or close outside of them; left out
 * - `duplicate`: a minute that an earlier row already gave; left out, the first row counts
 * - `disorder`: a row earlier than the one before it; kept, in its place
 * - `implausible`: a close that moved more than a circuit breaker allows since the row before; kept
 * - `gap`: minutes of a session without rows
 * - `out-of-session`: rows outside the day's sessions; kept apart, they never move the index
 * - `closed-day`: rows of a day on which the calendar has no session; kept apart
 * - `missing-day`: a trading day without a row between the first and last date of the file
 */
export type CsvProblemKind =
  | 'header'
  | 'malformed'
  | 'inconsistent'
  | 'duplicate'
  | 'disorder'
  | 'implausible'
  | 'gap'
  | 'out-of-session'
  | 'closed-day'
  | 'missing-day';

/** One thing that is wrong with a price file. */
export interface CsvProblem {
  /** From 1, the header included. For what is absent, the row after it. */
  readonly line: number;
  /** Null where the row's date cannot be read. */
  readonly date: IstDate | null;
  readonly kind: CsvProblemKind;
  /** One line for people. */
  readonly detail: string;
}
