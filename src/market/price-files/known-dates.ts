import { counted } from '../../base/counted.ts';
import { kept } from '../../base/kept.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';
import { type ProblemBook, said } from './price-problems.ts';
import { type DayRows } from './price-series.ts';

/** Rows of one file before the market tables begin. */
interface EarlyRows {
  rows: number;
  line: number;
  first: IstDate;
  last: IstDate;
}

/** Counts each file's rows before the market tables begin: one problem a file, however many years. */
export class EarlyTally {
  readonly #knownFrom: IstDate;
  readonly #files = new Map<number, EarlyRows>();

  constructor(first: IstDate) {
    this.#knownFrom = first;
  }

  isEarly(date: IstDate): boolean {
    return date < this.#knownFrom;
  }

  note(date: IstDate, rows: DayRows): void {
    for (let place = 0; place < rows.count; place += 1) {
      const line = rows.line(place);
      const file = rows.file(place);
      const early = kept(this.#files, file, () => ({ rows: 0, line, first: date, last: date }));
      early.rows += 1;
      early.line = Math.min(early.line, line);
      if (date < early.first) early.first = date;
      if (date > early.last) early.last = date;
    }
  }

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

/** A caveat about dates after the verified calendar; none without such dates. */
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

/** The allowed dates where the market tables begin on `first`, for people. */
export function knownFrom(first: IstDate): string {
  return `${first} or later: before it the calendar is not known`;
}
