import { DAY_MS, istDate, startOfIstDay, type IstDate } from '../../../model/ist.ts';
import { BAR_MS } from '../bar.ts';
import { DayRows, type PriceRow } from './day-rows.ts';
import { type NamedSymbol } from './symbol-names.ts';

const ROWS_AT_FIRST = 32;

/** All rows of one index or contract, by date. */
export class PriceSeries {
  readonly named: NamedSymbol;
  readonly days = new Map<IstDate, DayRows>();
  #day = new DayRows(1);
  #date: IstDate = '';
  #dayStartMs = Infinity;

  /** Minute of the last row read, and where it stood; -1 before the first. */
  lastMinute = -1;
  lastLine = 0;
  lastFile = -1;
  /** Close of the last row read, paise; 0 before the first. */
  lastClosePaise = 0;

  constructor(named: NamedSymbol) {
    this.named = named;
  }

  /** Date of an instant. */
  dateOf(atMs: number): IstDate {
    if (atMs < this.#dayStartMs || atMs >= this.#dayStartMs + DAY_MS) {
      this.#date = istDate(atMs);
      this.#dayStartMs = startOfIstDay(this.#date);
      // Most days have as many rows as the one before.
      const rows = this.#day.count === 0 ? ROWS_AT_FIRST : this.#day.count;
      this.#day = this.days.get(this.#date) ?? new DayRows(rows);
    }
    return this.#date;
  }

  /** Takes a row into its day. */
  take(row: PriceRow, isBar: boolean): void {
    const date = this.dateOf(row.minute * BAR_MS);
    if (this.#day.count === 0) this.days.set(date, this.#day);
    if (isBar) this.#day.add(row);
    else this.#day.fold(row);
    this.lastMinute = row.minute;
    this.lastLine = row.line;
    this.lastFile = row.file;
    this.lastClosePaise = row.closePaise;
  }
}
