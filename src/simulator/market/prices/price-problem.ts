import { type IstDate } from '../../../model/ist.ts';

/** What can be wrong with a file of prices, and what then happens to the row. `docs/prices.md` tells them at length. */
export const PRICE_PROBLEMS = {
  'empty-file': 'nothing is read',
  'binary-file': 'nothing is read',
  header: 'nothing is read',
  'unknown-column': 'the column is ignored',
  fields: 'the row is left out',
  truncated: 'the row is left out',
  'mixed-format': 'the row is left out',
  'repeated-header': 'the row is left out',
  'bad-time': 'the row is left out',
  'mixed-time': 'the row is kept',
  'future-date': 'the row is left out',
  'bad-number': 'the row is left out',
  'not-positive': 'the row is left out',
  'too-high': 'the row is left out',
  decimals: 'the price is rounded to the nearest paisa',
  inconsistent: 'the row is left out',
  'crossed-quote': 'the row is kept without its bid and ask',
  'unknown-symbol': 'the row is left out',
  'unlisted-contract': 'the row is kept; the contract is never offered',
  'after-expiry': 'the row is left out',
  duplicate: 'the first row counts, this one is left out',
  disorder: 'the row is put in its place',
  implausible: 'the row is kept',
  gap: 'no price is made up for the minutes',
  'out-of-session': 'the rows are kept apart and never trade',
  'closed-day': 'the rows are kept apart and never trade',
  'too-early': 'the rows are kept apart and never trade',
  'missing-day': 'the day is not run',
  'wrong-zone': 'the rows are read as they stand',
  'wrong-stamp': 'the rows are read as they stand',
  'wrong-unit': 'the rows are read as they stand',
  'wrong-interval': 'the rows are read as they stand',
  'month-first': 'the rows are read as they stand',
} as const;

/** Name of something that can be wrong with prices. */
export type PriceProblemKind = keyof typeof PRICE_PROBLEMS;

/** What puts all rows of a file in doubt, or keeps it from being read. */
const OF_WHOLE_FILES: ReadonlySet<PriceProblemKind> = new Set([
  'empty-file',
  'binary-file',
  'header',
  'wrong-zone',
  'wrong-stamp',
  'wrong-unit',
  'wrong-interval',
  'month-first',
]);

/** Whether a problem is of a whole file: it explains those of its rows, comes before them, and is never left out. */
export function isOfWholeFile(kind: PriceProblemKind): boolean {
  return OF_WHOLE_FILES.has(kind);
}

/** One thing that is wrong with prices. */
export interface PriceProblem {
  /** Path as it was given. */
  readonly file: string;
  /** From 1, the header included. For what is absent, the row after it. */
  readonly line: number;
  /** Null where no date can be read. */
  readonly date: IstDate | null;
  readonly kind: PriceProblemKind;
  /** What is wrong, what was found and what is allowed, in one line. */
  readonly detail: string;
}

/** What is allowed where rows have dates and no times. */
export const DAYS_NOT_MINUTES = 'date and time of each minute; these are days, not minutes';

/** The one form in which problems are told. */
export function said(what: string, found: string, allowed: string): string {
  return `${what}: found ${found}, allowed ${allowed}`;
}
