import { counted } from '../../../base/counted.ts';
import { type IstDate } from '../../../model/ist.ts';
import { knownFrom } from '../known-from.ts';
import { type DayRows } from './day-rows.ts';
import { said } from './price-problem.ts';
import { type ProblemBook } from './problem-book.ts';

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
