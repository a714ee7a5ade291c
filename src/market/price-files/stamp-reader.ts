import { DAY_MS, type IstDate, MONTH_NAMES, startOfIstDay } from '../../model/time/ist.ts';
import { type Cells } from './cells.ts';
import { said } from './price-problems.ts';
import { type ZoneOffset } from './time-zone.ts';

const ZERO = 0x30;
const COLON = 0x3a;
const DASH = 0x2d;
const SLASH = 0x2f;
const POINT = 0x2e;
const PLUS = 0x2b;
const UTC = 0x5a;
const UTC_SMALL = 0x7a;
const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());
/** Form of such dates; 1 more without a zone. */
const DAY_FIRST = 200;
const YEAR_MIN = 2000;
const YEAR_MAX = 2100;

/** The forms of time stamps, for people. */
export const INSTANT_FORMS =
  '2024-01-01T09:15:00+05:30, 2024-01-01 09:15, 01-01-2024 09:15, 20240101 09:15, 01-Jan-2024 09:15 (day first, 2000 to 2100) or epoch seconds or milliseconds';

/** Reads time stamps byte by byte, with the last date cached. */
export class StampReader {
  readonly #zone: ZoneOffset;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #to = 0;
  #dateKey = 0;
  #dateMs = NaN;

  /** The same number for stamps of the same form. */
  form = 0;

  /** Whether the last stamp was written like `01/04/2024`. */
  get isDayFirst(): boolean {
    return this.form === DAY_FIRST || this.form === DAY_FIRST + 1;
  }

  constructor(zone: ZoneOffset) {
    this.#zone = zone;
  }

  /** Epoch milliseconds of a date and a time in one cell, or in two; NaN for anything else. */
  read(cells: Cells, timeCell: number, dateCell = -1): number {
    this.#take(cells, dateCell === -1 ? timeCell : dateCell);
    if (dateCell === -1 && this.#isNumber()) return this.#epochMs();
    const dateMs = this.#date();
    if (dateCell === -1) {
      if (!this.#isSeparator()) return NaN;
      this.#at += 1;
    } else {
      if (this.#at !== this.#to) return NaN;
      this.#take(cells, timeCell);
    }
    return this.#zoned(dateMs + this.#clock());
  }

  #take(cells: Cells, cell: number): void {
    this.#bytes = cells.bytes;
    this.#at = cells.starts[cell] ?? 0;
    this.#to = cell < cells.count ? (cells.ends[cell] ?? 0) : this.#at;
  }

  #byte(ahead = 0): number {
    const at = this.#at + ahead;
    return at < this.#to ? (this.#bytes[at] ?? 0) : 0;
  }

  #isNumber(): boolean {
    const size = this.#to - this.#at;
    if (size !== 10 && size !== 13 && size !== 16 && size !== 19) return false;
    for (let ahead = 0; ahead < size; ahead += 1) if (!isDigit(this.#byte(ahead))) return false;
    return true;
  }

  /** Seconds, milliseconds, or the milliseconds of micro- and nanoseconds, by the number of digits. */
  #epochMs(): number {
    const size = this.#to - this.#at;
    this.form = size;
    const atMs = size === 10 ? this.#digits(10) * 1000 : this.#digits(13);
    return this.#dateMsOf(new Date(atMs).getUTCFullYear(), 1, 1) > 0 ? atMs : NaN;
  }

  #isSeparator(): boolean {
    const byte = this.#byte() | 0x20;
    return byte === 0x74 || byte === 0x20;
  }

  /** Midnight of the date as if it were UTC. */
  #date(): number {
    const fifth = this.#byte(4);
    if (fifth === DASH || fifth === SLASH) return this.#yearFirst();
    const third = this.#byte(2);
    if (third === DASH || third === SLASH) return this.#dayFirst();
    this.form = 300;
    return this.#dateMsOf(this.#digits(4), this.#digits(2), this.#digits(2));
  }

  #yearFirst(): number {
    this.form = 100;
    const year = this.#digits(4);
    const month = this.#after(this.#byte());
    return this.#dateMsOf(year, month, this.#after(this.#byte()));
  }

  #dayFirst(): number {
    this.form = DAY_FIRST;
    const day = this.#digits(2);
    const mark = this.#byte();
    this.#at += 1;
    const month = isDigit(this.#byte()) ? this.#digits(2) : this.#month();
    if (this.#byte() !== mark) return NaN;
    this.#at += 1;
    return this.#dateMsOf(this.#digits(4), month, day);
  }

  #month(): number {
    this.form = 400;
    const name = this.#bytes.toString('latin1', this.#at, this.#at + 3).toLowerCase();
    this.#at += 3;
    return MONTHS.indexOf(name) + 1;
  }

  /** The two digits behind a mark. */
  #after(mark: number): number {
    if (mark !== DASH && mark !== SLASH) return NaN;
    this.#at += 1;
    return this.#digits(2);
  }

  #dateMsOf(year: number, month: number, day: number): number {
    const key = year * 10_000 + month * 100 + day;
    if (key !== this.#dateKey) {
      this.#dateKey = key;
      this.#dateMs = dateMs(year, month, day);
    }
    return this.#dateMs;
  }

  /** `09:15`, `09:15:00` or `09:15:00.000`, in milliseconds. */
  #clock(): number {
    const hours = this.#digits(2);
    if (this.#byte() !== COLON) return NaN;
    this.#at += 1;
    const minutes = this.#digits(2);
    let seconds = 0;
    if (this.#byte() === COLON) {
      this.#at += 1;
      seconds = this.#digits(2);
    }
    if (!(hours < 24 && minutes < 60 && seconds < 60)) return NaN;
    return (hours * 3600 + minutes * 60 + seconds) * 1000 + this.#fractionMs();
  }

  #fractionMs(): number {
    if (this.#byte() !== POINT) return 0;
    this.#at += 1;
    if (!isDigit(this.#byte())) return NaN;
    let fractionMs = 0;
    for (let scale = 100; isDigit(this.#byte()); scale /= 10) {
      if (scale >= 1) fractionMs += (this.#byte() - ZERO) * scale;
      this.#at += 1;
    }
    return fractionMs;
  }

  /** Reads the zone after the time; without one, local time is of the reader's zone. */
  #zoned(localMs: number): number {
    if (this.#at === this.#to) {
      this.form += 1;
      return Number.isNaN(localMs) ? NaN : localMs - this.#zone(localMs);
    }
    return localMs - this.#offsetMs();
  }

  /** `Z`, `+05:30`, `+0530` or `+05`, in milliseconds; NaN for anything else. */
  #offsetMs(): number {
    const mark = this.#byte();
    this.#at += 1;
    if (mark === UTC || mark === UTC_SMALL) return this.#at === this.#to ? 0 : NaN;
    if (mark === PLUS) return this.#aheadMs();
    return mark === DASH ? -this.#aheadMs() : NaN;
  }

  #aheadMs(): number {
    const hours = this.#digits(2);
    if (this.#byte() === COLON) this.#at += 1;
    const minutes = this.#at === this.#to ? 0 : this.#digits(2);
    if (this.#at !== this.#to || !(hours <= 14 && minutes < 60)) return NaN;
    return (hours * 60 + minutes) * 60_000;
  }

  #digits(count: number): number {
    let value = 0;
    for (let place = 0; place < count; place += 1) {
      const byte = this.#byte();
      if (!isDigit(byte)) return NaN;
      value = value * 10 + byte - ZERO;
      this.#at += 1;
    }
    return value;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

function dateMs(year: number, month: number, day: number): number {
  if (!(year >= YEAR_MIN && year <= YEAR_MAX && month >= 1 && month <= 12 && day >= 1)) return NaN;
  const atMs = Date.UTC(year, month - 1, day);
  return atMs < Date.UTC(year, month, 1) ? atMs : NaN;
}

/** Rows that only the month first explains. */
const UNREADABLE_MIN = 30;
const JUMPS_MIN = 2;
const NEAR_DAYS = 5;
const MOST = 0.8;

/** Finds out whether dates like `05/04/2024`, read with the day first, mean the month first. */
export class DateOrder {
  #last: IstDate = '';
  #jumps = 0;
  #nearAsRead = 0;
  #nearTurned = 0;
  #unreadable = 0;
  #unreadableText = '';
  #isDayFirst = false;
  #shown = '';

  /** Takes the date of a row as it was read. */
  note(date: IstDate): void {
    if (date === this.#last) return;
    if (date.slice(8) > '12') this.#isDayFirst = true;
    else if (this.#last !== '') this.#noteJump(date);
    this.#last = date;
  }

  /** Takes a stamp that cannot be read. */
  noteUnreadable(stamp: string): void {
    const [text, first, second] = /(\d\d)[-/](\d\d)[-/]\d{4}/.exec(stamp) ?? [];
    if (text === undefined || Number(first) > 12 || Number(second) <= 12) return;
    this.#unreadable += 1;
    if (this.#unreadableText === '') this.#unreadableText = text;
  }

  /** Why the dates look written with the month first; null where they do not. */
  whyMonthFirst(): string | null {
    if (this.#isDayFirst || this.#nearAsRead > (1 - MOST) * this.#jumps) return null;
    const allowed = 'the day first, as in 16-04-2024, or the year first, as in 2024-04-16';
    const what = 'Dates look written with the month first';
    if (this.#unreadable >= UNREADABLE_MIN) {
      const count = String(this.#unreadable);
      return said(what, `${count} rows such as "${this.#unreadableText}"`, allowed);
    }
    const isTurned = this.#jumps >= JUMPS_MIN && this.#nearTurned >= MOST * this.#jumps;
    return isTurned ? said(what, `dates that jump, ${this.#shown}`, allowed) : null;
  }

  #noteJump(date: IstDate): void {
    this.#jumps += 1;
    if (this.#jumps === 1) this.#shown = `${this.#last} and then ${date}`;
    if (isNear(this.#last, date)) this.#nearAsRead += 1;
    if (isNear(turned(this.#last), turned(date))) this.#nearTurned += 1;
  }
}

function isNear(before: IstDate, date: IstDate): boolean {
  const days = (startOfIstDay(date) - startOfIstDay(before)) / DAY_MS;
  return days > 0 && days <= NEAR_DAYS;
}

/** The date with day and month swapped. Both are at most 12. */
function turned(date: IstDate): IstDate {
  return `${date.slice(0, 4)}-${date.slice(8)}-${date.slice(5, 7)}`;
}
