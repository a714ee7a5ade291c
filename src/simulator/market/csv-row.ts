import { fail, ok, type Result } from '../../base/result.ts';
import { isIstDate, startOfIstDay, IST_OFFSET_MS } from '../../model/ist.ts';
import { BAR_MS, type Bar } from './bar.ts';

/** Where the needed columns are, from 0. */
export interface CsvColumns {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** How many columns a row has. */
  readonly count: number;
}

const TIMESTAMP_NAMES = ['timestamp', 'datetime', 'date', 'time'];

/** Every white space and the quotation mark come before letters and digits. */
const QUOTE = 0x22;

/** Finds the columns by their names: any order, any case; extra columns are allowed. */
export function readCsvHeader(line: string): Result<CsvColumns, string> {
  const names = line.split(',').map((name) => unquoted(name).toLowerCase());
  const timestamps = names.filter((name) => TIMESTAMP_NAMES.includes(name));
  const wanted = { timestamp: timestamps[0] ?? 'timestamp' };
  const missing = [wanted.timestamp, 'open', 'high', 'low', 'close'].filter(
    (name) => names.filter((found) => found === name).length !== 1,
  );
  if (missing.length > 0 || timestamps.length !== 1) {
    const lacking = missing.length > 0 ? missing.join(', ') : 'one timestamp column';
    return fail(
      `Header needs each of timestamp, open, high, low, close once, found "${line.slice(0, 120)}" (check: ${lacking})`,
    );
  }
  const at = (name: string): number => names.indexOf(name);
  return ok({
    timestamp: at(wanted.timestamp),
    open: at('open'),
    high: at('high'),
    low: at('low'),
    close: at('close'),
    count: names.length,
  });
}

/** Rupees have no more digits than that before the point. */
const WHOLE_DIGITS_MAX = 8;
/** What turns 0, 1, 2 decimals into three. */
const DECIMAL_SCALES = [1, 100, 10];
/** Levels above ten million rupees are a broken file, and would not fit the arrays. */
const PAISE_MAX = 1_000_000_000;

/** Reads the rows of one file: remembers the last date, since rows of a day come together. */
export class CsvRowReader {
  readonly #columns: CsvColumns;
  #dateText = '';
  #dateStartMs = 0;
  #failure = '';

  constructor(columns: CsvColumns) {
    this.#columns = columns;
  }

  /** A row as a bar, or what is wrong with it. High and low are not compared here. */
  read(line: string): Result<Bar, string> {
    const { timestamp, open, high, low, close, count } = this.#columns;
    const fields = line.split(',');
    if (fields.length !== count) {
      return fail(`Row has ${String(fields.length)} fields, wanted ${String(count)}`);
    }
    this.#failure = '';
    const bar: Bar = {
      startMs: this.#startMs(unquoted(fields[timestamp] ?? '')),
      openPaise: this.#paise('open', fields[open]),
      highPaise: this.#paise('high', fields[high]),
      lowPaise: this.#paise('low', fields[low]),
      closePaise: this.#paise('close', fields[close]),
    };
    return this.#failure === '' ? ok(bar) : fail(this.#failure);
  }

  #paise(column: string, field = ''): number {
    const text = unquoted(field);
    const paise = paiseIn(text);
    if (paise > 0 && paise <= PAISE_MAX) return paise;
    this.#failure ||= `Column "${column}" must be a price above 0 in rupees, found "${shown(text)}"`;
    return 0;
  }

  #startMs(text: string): number {
    const startMs = this.#dateMs(text.slice(0, 10)) + timeMs(text) - offsetMs(text.slice(19));
    if (Number.isNaN(startMs)) {
      this.#failure ||= `Timestamp must look like 2024-01-01T09:15:00+05:30, found "${shown(text)}"`;
    } else if (startMs % BAR_MS !== 0) {
      this.#failure ||= `Timestamp must be the start of a minute, found "${shown(text)}"`;
    }
    return startMs;
  }

  /** Midnight of a date as if it were UTC; the zone is applied after. */
  #dateMs(text: string): number {
    if (text !== this.#dateText) {
      this.#dateText = text;
      this.#dateStartMs = isIstDate(text) ? startOfIstDay(text) + IST_OFFSET_MS : NaN;
    }
    return this.#dateStartMs;
  }
}

/** Rupees as plain decimals (`21727.75`) in paise, half a paisa rounded up; 0 for any other text. */
function paiseIn(text: string): number {
  const found = text.indexOf('.');
  const point = found === -1 ? text.length : found;
  if (point === 0 || point > WHOLE_DIGITS_MAX || point === text.length - 1) return 0;
  const whole = digitsIn(text, 0, point);
  // One decimal more than paise have, for rounding; the rest are only looked at.
  const decimals = digitsIn(text, point + 1, Math.min(text.length, point + 4));
  const rest = digitsIn(text, point + 4, text.length);
  const scale = DECIMAL_SCALES[text.length - point - 1] ?? 1;
  const paise = whole * 100 + Math.floor((decimals * scale + 5) / 10);
  return Number.isNaN(rest) || Number.isNaN(paise) ? 0 : paise;
}

/** The number that a stretch of digits says; 0 for none, NaN when something else is among them. */
function digitsIn(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

function unquoted(field: string): string {
  if (field.charCodeAt(0) > QUOTE && field.charCodeAt(field.length - 1) > QUOTE) return field;
  const text = field.trim();
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

function shown(text: string): string {
  return text.slice(0, 40);
}

/** `T09:15:00` at position 10, in milliseconds; NaN when it is none. */
function timeMs(text: string): number {
  const separator = text.charAt(10);
  if (separator !== 'T' && separator !== ' ') return NaN;
  if (text.charAt(13) !== ':' || text.charAt(16) !== ':') return NaN;
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  const seconds = twoDigits(text, 17);
  return hours < 24 && minutes < 60 && seconds < 60
    ? (hours * 3600 + minutes * 60 + seconds) * 1000
    : NaN;
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

const ZONE = /^(?:\.0+)?(?:(Z)|([+-])(\d\d):?(\d\d))?$/i;

/** Offset of a zone from UTC in milliseconds; IST when none is written; NaN when it is none. */
function offsetMs(text: string): number {
  if (text === '+05:30') return IST_OFFSET_MS;
  const match = ZONE.exec(text);
  if (match === null) return NaN;
  const [, zulu, sign, hours, minutes] = match;
  if (zulu !== undefined) return 0;
  if (sign === undefined) return IST_OFFSET_MS;
  const sizeMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  if (sizeMs > 14 * 3_600_000 || Number(minutes) > 59) return NaN;
  return sign === '-' ? -sizeMs : sizeMs;
}
