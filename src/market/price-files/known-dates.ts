import { counted } from '../../base/counted.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';
import { type ProblemBook, said } from './price-problems.ts';
import { type DayRows } from './price-series.ts';

/** Rows of one file from before the tables begin. */
interface EarlyRows {
  rows: number;
  line: number;
  first: IstDate;
  last: IstDate;
}

/** Counts by file the rows of dates of which nothing is known: one problem each, however many years there are. */
export class EarlyTally {
  readonly #knownFrom: IstDate;
  readonly #files = new Map<number, EarlyRows>();

  constructor(first: IstDate) {
    this.#knownFrom = first;
  }

  /** Whether a date lies before all that is known. */
  isEarly(date: IstDate): boolean {
    return date < this.#knownFrom;
  }

  /** Counts the rows of such a date. */
  note(date: IstDate, rows: DayRows): void {
    for (let place = 0; place < rows.count; place += 1) {
      const line = rows.line(place);
      const file = rows.file(place);
      const held = this.#files.get(file) ?? { rows: 0, line, first: date, last: date };
      this.#files.set(file, held);
      held.rows += 1;
      held.line = Math.min(held.line, line);
      if (date < held.first) held.first = date;
      if (date > held.last) held.last = date;
    }
  }

  /** Tells of each file that has any. */
  tell(book: ProblemBook): void {
    for (const [file, { rows, line, first, last }] of this.#files) {
      const dates = first === last ? `of ${first}` : `from ${first} to ${last}`;
      book.report('too-early', { file, line, date: first }, () =>
        said(
          'Prices of too early dates',
          `${counted(rows, 'row')} ${dates}`,
          `${knownFrom(this.#knownFrom)}; leave them out, or backtest with --from ${this.#knownFrom}`,
        ),
      );
    }
  }
}

/** What is to be said of days after those for which the calendar was checked; nothing where there are none. */
export function lateDates(
  indexes: Readonly<Record<string, readonly BarDay[]>>,
  verifiedThrough: IstDate,
): readonly string[] {
  const late = Object.values(indexes)
    .flat()
    .map(({ date }) => date)
    .filter((date) => date > verifiedThrough)
    .sort();
  const [first] = late;
  const last = late.at(-1);
  if (first === undefined || last === undefined) return [];
  const dates = first === last ? `The date ${first} lies` : `Dates from ${first} to ${last} lie`;
  return [
    `${dates} after ${verifiedThrough}, through which the calendar was checked: holidays and hours may be wrong`,
  ];
}

/** Which dates prices may have where the tables begin on `first`, for people. */
export function knownFrom(first: IstDate): string {
  return `${first} or later: before it the calendar is not known`;
}
