import { type CalendarDay } from '../../model/time/calendar.ts';
import { DAY_MS, istDate, type IstDate, startOfIstDay } from '../../model/time/ist.ts';
import { BAR_MS } from '../minute-bar.ts';
import { type NamedSymbol } from './symbol-names.ts';

const ROWS_AT_FIRST = 32;

/** All rows of one index or contract, by date. */
export class PriceSeries {
  readonly named: NamedSymbol;
  readonly days = new Map<IstDate, DayRows>();
  #day = new DayRows(1);
  #date: IstDate = '';
  #dayStartMs = Infinity;

  /** Minute and place of the last row read; -1 before the first. */
  lastMinute = -1;
  lastLine = 0;
  lastFile = -1;
  /** Close of the last row read, paise; 0 before the first. */
  lastClosePaise = 0;

  constructor(named: NamedSymbol) {
    this.named = named;
  }

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

/** One row as it is read: a bar, or a single price that is folded into one. One object serves every row. */
export class PriceRow {
  /** Number of the file. */
  readonly file: number;
  line = 0;
  /** Minutes since the epoch at which its bar starts. */
  minute = 0;
  openPaise = 0;
  highPaise = 0;
  lowPaise = 0;
  closePaise = 0;
  /** From bid to ask; -1 where unknown. */
  spreadPaise = -1;
  /** Of a single price from the start of its minute, milliseconds. */
  offsetMs = 0;

  constructor(file: number) {
    this.file = file;
  }
}

const STRIDE = 10;
const MINUTE = 0;
const OPEN = 1;
const HIGH = 2;
const LOW = 3;
const CLOSE = 4;
const SPREAD = 5;
const FILE = 6;
const LINE = 7;
const OPENED = 8;
const CLOSED = 9;

/** Called for a row that is left out because an earlier one, at `place`, has its minute. */
export type OnDuplicate = (rows: DayRows, place: number, duplicate: number) => void;

/** Rows of one symbol on one date, in one array of whole numbers rather than an object a row. */
export class DayRows {
  #cells: Int32Array;
  #count = 0;
  #isAscending = true;

  /** With room for this many rows at first. */
  constructor(rows = 32) {
    this.#cells = new Int32Array(STRIDE * Math.max(1, rows));
  }

  get count(): number {
    return this.#count;
  }

  add(row: PriceRow): void {
    const at = this.#count * STRIDE;
    if (at === this.#cells.length) {
      const wider = new Int32Array(this.#cells.length * 2);
      wider.set(this.#cells);
      this.#cells = wider;
    }
    const cells = this.#cells;
    if (this.#count > 0 && row.minute <= (cells[at - STRIDE] ?? 0)) this.#isAscending = false;
    cells[at] = row.minute;
    cells[at + OPEN] = row.openPaise;
    cells[at + HIGH] = row.highPaise;
    cells[at + LOW] = row.lowPaise;
    cells[at + CLOSE] = row.closePaise;
    cells[at + SPREAD] = row.spreadPaise;
    cells[at + FILE] = row.file;
    cells[at + LINE] = row.line;
    cells[at + OPENED] = row.offsetMs;
    cells[at + CLOSED] = row.offsetMs;
    this.#count += 1;
  }

  /** Folds a single price into the bar of its minute, in any order. */
  fold(row: PriceRow): void {
    const place = this.#placeOf(row);
    if (place === -1) {
      this.add(row);
      return;
    }
    const cells = this.#cells;
    const at = place * STRIDE;
    cells[at + HIGH] = Math.max(cells[at + HIGH] ?? 0, row.highPaise);
    cells[at + LOW] = Math.min(cells[at + LOW] ?? 0, row.lowPaise);
    if (row.offsetMs < (cells[at + OPENED] ?? 0)) {
      cells[at + OPENED] = row.offsetMs;
      cells[at + OPEN] = row.openPaise;
    }
    if (row.offsetMs >= (cells[at + CLOSED] ?? 0)) {
      cells[at + CLOSED] = row.offsetMs;
      cells[at + CLOSE] = row.closePaise;
      if (row.spreadPaise >= 0) cells[at + SPREAD] = row.spreadPaise;
    }
  }

  /** Moves the rows of some files a minute back: they are stamped at the end of their minute. */
  moveBack(isMoved: (file: number) => boolean): void {
    let before = -1;
    this.#isAscending = true;
    for (let place = 0; place < this.#count; place += 1) {
      const minute = this.minute(place) - (isMoved(this.file(place)) ? 1 : 0);
      this.#cells[place * STRIDE + MINUTE] = minute;
      if (minute <= before) this.#isAscending = false;
      before = minute;
    }
  }

  /** Sorts rows by minute; of several in a minute the first one read stays. */
  settle(onDuplicate: OnDuplicate): void {
    if (this.#isAscending) return;
    const order = Array.from({ length: this.#count }, (_, place) => place).sort(
      (left, right) => this.minute(left) - this.minute(right) || left - right,
    );
    const kept: number[] = [];
    for (const place of order) {
      const last = kept.at(-1);
      if (last !== undefined && this.minute(last) === this.minute(place)) {
        onDuplicate(this, last, place);
      } else kept.push(place);
    }
    const settled = new Int32Array(Math.max(1, kept.length) * STRIDE);
    kept.forEach((place, at) => {
      settled.set(this.#cells.subarray(place * STRIDE, (place + 1) * STRIDE), at * STRIDE);
    });
    this.#cells = settled;
    this.#count = kept.length;
    this.#isAscending = true;
  }

  minute(place: number): number {
    return this.#cells[place * STRIDE + MINUTE] ?? 0;
  }

  /** Open, high, low, close, paise. */
  prices(place: number): readonly [open: number, high: number, low: number, close: number] {
    const cells = this.#cells;
    const at = place * STRIDE;
    return [
      cells[at + OPEN] ?? 0,
      cells[at + HIGH] ?? 0,
      cells[at + LOW] ?? 0,
      cells[at + CLOSE] ?? 0,
    ];
  }

  /** Minute, open, high, low, close and spread (-1 where unknown), as one row has them. */
  bar(place: number): Int32Array {
    return this.#cells.subarray(place * STRIDE, place * STRIDE + FILE);
  }

  /** Number of the file that gave the row. */
  file(place: number): number {
    return this.#cells[place * STRIDE + FILE] ?? 0;
  }

  line(place: number): number {
    return this.#cells[place * STRIDE + LINE] ?? 0;
  }

  /** The bar of the row's minute that single prices of the same file made; -1 for none. */
  #placeOf(row: PriceRow): number {
    for (let place = this.#count - 1; place >= 0; place -= 1) {
      const minute = this.minute(place);
      if (minute === row.minute && this.file(place) === row.file) return place;
      if (this.#isAscending && minute < row.minute) return -1;
    }
    return -1;
  }
}

/** The sessions of a day in minutes since the epoch, for a check of every row. */
export class DayHours {
  readonly day: CalendarDay;
  readonly #edges: Int32Array;

  constructor(day: CalendarDay) {
    this.day = day;
    this.#edges = Int32Array.from(
      day.sessions.flatMap(({ startMs, endMs }) => [startMs / BAR_MS, endMs / BAR_MS]),
    );
  }

  /** Whether the bar of a minute lies in a session. */
  holds(minute: number): boolean {
    const edges = this.#edges;
    for (let at = 0; at < edges.length; at += 2) {
      if (minute >= (edges[at] ?? 0) && minute < (edges[at + 1] ?? 0)) return true;
    }
    return false;
  }
}
