import { type Checked, problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import {
  instantAt,
  istClock,
  istDate,
  type IstDate,
  istTimestamp,
  startOfIstDay,
} from '../../model/time/ist.ts';
import { type VolatilityPoint } from '../option-pricing/given-volatility.ts';
import { Cells } from './cells.ts';
import { INSTANT_FORMS, StampReader } from './stamp-reader.ts';
import { findColumns, type GivenColumns, type PriceColumns } from './price-columns.ts';
import { type ZoneOffset } from './time-zone.ts';

/** India VIX stood between 8 and 92 since 2008. */
export const VIX_PERCENT = { min: 5, max: 100 } as const;

/** A file of India VIX. */
export interface ReadVolatility {
  /** Ascending by time. */
  readonly points: readonly VolatilityPoint[];
  readonly rows: number;
  /** Length of a row: `day`, `minute`, `5 minutes`. */
  readonly every: string;
  /** Whether it has a symbol column, of India VIX alone. */
  readonly isNamed: boolean;
}

interface Row {
  readonly atMs: number;
  /** Line of the file. */
  readonly line: number;
  readonly isDay: boolean;
  /** Percent; null where there is none. */
  readonly open: number | null;
  readonly close: number;
}

const MINUTE_MS = 60_000;
/** IST, and UTC. */
const MIDNIGHTS = ['00:00:00', '05:30:00'];
/** IST. India VIX is computed from 09:15 to 15:30. */
const HOURS = { from: '09:00:00', to: '15:45:00' } as const;
/** Share of rows after these hours: a Muhurat evening has few, another time zone all of them. */
const LATE_SHARE_MAX = 0.1;
const PROBLEMS_TOLD = 20;
const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Columns of traded instruments, which no volatility index has; lower case without marks. */
const TRADED = new Set([
  ...['volume', 'vol', 'v', 'qty', 'quantity', 'tradedquantity', 'totaltradedquantity'],
  ...['turnover', 'trades', 'nooftrades', 'oi', 'openinterest', 'delivery', 'sharestraded'],
]);
/** Names of the one column with values, lower case without marks. */
const VALUES = /^(?:indiavix|vix|iv|volatility|value|close|c)$/;

/**
 * Reads India VIX, percent a year, from CSV with a header: one row a day or one a minute. A value counts from when it was
 * known: a day's close from 15:30, a candle's from its end, a day's open from 09:15 unless it repeats the previous close. One
 * row a date is a day, whatever its time. Refuses a file with an unreadable row, a close outside its range, a duplicate date
 * or times of another zone, since no price would show a wrong volatility.
 */
export function readVolatility(
  text: string,
  { file, zone }: { readonly file: string; readonly zone: ZoneOffset },
): Checked<ReadVolatility> {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const separator = SEPARATORS.find((mark) => header.includes(mark)) ?? ',';
  const names = header.split(separator).map((name) => name.trim());
  const columns = findColumns(names, valueColumn(names));
  if (!columns.ok) return fail([problem(columns.error, { file, line: 1 })]);
  const reader = new RowReader(columns.value, separator, zone);
  const read = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ row: reader.read(line, at + 2), line: at + 2 }],
  );
  if (reader.foreign !== null) return fail([notVix(reader.foreign, file)]);
  const slips = read.flatMap(({ row, line }) =>
    row.ok ? [] : [problem(row.error, { file, line })],
  );
  const stamped = read.flatMap(({ row }) => (row.ok ? [row.value] : []));
  const rows = asDays(stamped).toSorted((one, other) => one.atMs - other.atMs);
  const wrong = [...slips, ...elsewhere(stamped, file), ...twice(rows, file)];
  if (wrong.length > 0) return fail(wrong.slice(0, PROBLEMS_TOLD));
  return pointsOf(rows, { file, isNamed: reader.isNamed });
}

/** One row a date is a day: exporters stamp it with midnight of some zone or the open, before its close was known. */
function asDays(rows: readonly Row[]): readonly Row[] {
  const dates = rows.map(({ atMs }) => istDate(atMs));
  const isMixed = rows.some(({ isDay }) => isDay) && rows.some(({ isDay }) => !isDay);
  const isMidnights = rows.every(({ atMs }) => MIDNIGHTS.includes(istClock(atMs)));
  if (!isMidnights && (isMixed || new Set(dates).size < dates.length)) return rows;
  return rows.map((row) => ({ ...row, isDay: true, atMs: startOfIstDay(istDate(row.atMs)) }));
}

/** One problem where rows lie outside market hours: their stamps are of another zone. */
function elsewhere(rows: readonly Row[], file: string): readonly Problem[] {
  const clockOf = ({ atMs }: Row): string => istClock(atMs);
  const isDaily = asDays(rows).every(({ isDay }) => isDay);
  const timed = rows.filter((row) => !row.isDay && !MIDNIGHTS.includes(clockOf(row)));
  const late = timed.filter((row) => clockOf(row) > HOURS.to);
  const wrong = [
    // A day stamped early on its own date is still that day.
    ...(isDaily ? [] : timed.filter((row) => clockOf(row) < HOURS.from)),
    ...(late.length > LATE_SHARE_MAX * rows.length ? late : []),
  ];
  const [first] = wrong.toSorted((one, other) => one.line - other.line);
  if (first === undefined) return [];
  const found = `${istTimestamp(first.atMs)} and ${String(wrong.length - 1)} more`;
  const allowed = `${HOURS.from.slice(0, 5)} to ${HOURS.to.slice(0, 5)} IST`;
  const next = 'Say the zone of the file with --time-zone, such as --time-zone UTC';
  const parts = { file, line: first.line, found, allowed, next };
  return [problem('India VIX has no values at this time of day', parts)];
}

/** One problem for each row with the date or time of another; the rows ascending. */
function twice(rows: readonly Row[], file: string): readonly Problem[] {
  return rows.flatMap(({ atMs, isDay, line }, at) => {
    const before = rows[at - 1];
    if (before?.atMs !== atMs) return [];
    const when = isDay ? istDate(atMs) : istTimestamp(atMs);
    const found = `${when} in lines ${String(before.line)} and ${String(line)}`;
    const parts = { file, line, found, next: 'Leave in the one that is right' };
    return [problem(`A ${isDay ? 'date' : 'time'} is duplicated`, parts)];
  });
}

function pointsOf(
  rows: readonly Row[],
  { file, isNamed }: { readonly file: string; readonly isNamed: boolean },
): Checked<ReadVolatility> {
  const days = rows.filter(({ isDay }) => isDay).length;
  if (rows.length === 0 || (days > 0 && days < rows.length)) {
    const found = rows.length === 0 ? 'no row' : 'dates and times in one column';
    const allowed = 'a date in every row, or a date with a time in every row';
    return fail([problem('India VIX cannot be read', { file, found, allowed })]);
  }
  const isDaily = days > 0;
  const known = { rows: rows.length, isNamed };
  if (isDaily) return ok({ ...known, points: pointsOfDays(rows), every: 'day' });
  const { points, shortestMs } = pointsOfCandles(rows);
  const minutes = Math.round(shortestMs / MINUTE_MS);
  return ok({
    ...{ ...known, points },
    every: minutes <= 1 ? 'minute' : `${String(minutes)} minutes`,
  });
}

/** The column with the values, where it is one rather than open, high, low and close. */
export function valueColumn(names: readonly string[]): GivenColumns {
  const plain = names.map(plainName);
  const isBars = plain.includes('open') && plain.includes('close');
  const value = names[isBars ? -1 : plain.findIndex((name) => VALUES.test(name))];
  return value === undefined ? {} : { price: value };
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

class RowReader {
  readonly #columns: PriceColumns;
  readonly #separator: number;
  readonly #instants: StampReader;
  readonly #cells = new Cells();
  readonly #symbol: number;
  readonly #traded: readonly number[];
  /** The first sign that the values are not of India VIX. */
  foreign: { readonly line: number; readonly found: string } | null = null;

  constructor(columns: PriceColumns, separator: string, zone: ZoneOffset) {
    const plain = columns.names.map(plainName);
    this.#columns = columns;
    this.#symbol = columns.symbol === -1 ? plain.indexOf('indexname') : columns.symbol;
    this.#traded = plain.flatMap((name, at) => (TRADED.has(name) ? [at] : []));
    this.#separator = separator.charCodeAt(0);
    this.#instants = new StampReader(zone);
  }

  get isNamed(): boolean {
    return this.#symbol !== -1;
  }

  read(text: string, line: number): Result<Row, string> {
    this.#split(text);
    this.foreign ??= this.#foreignOn(line);
    const { open, high, low, close, price } = this.#columns;
    const closed = this.#cells.text(close === -1 ? price : close);
    const others = [open, high, low].map((cell) => this.#cells.text(cell));
    const found = this.#instant();
    if (!found.ok) return found;
    const wrong = [closed, ...others.filter((value) => value !== '')].find(
      (value) => percentOf(value) === null,
    );
    if (wrong !== undefined) return fail(wrongValue(wrong));
    const [opened = null, highest, lowest] = others.map(percentOf);
    const last = Number(closed);
    if (last > (highest ?? last) || last < (lowest ?? last)) {
      const allowed = `${String(lowest)} to ${String(highest)}`;
      return fail(`Close outside of low and high: found "${closed}", allowed ${allowed}`);
    }
    return ok({ ...found.value, line, open: opened, close: last });
  }

  /** The sign that a row is not of India VIX; null without one. */
  #foreignOn(line: number): RowReader['foreign'] {
    const named = this.#cells.text(this.#symbol);
    if (named !== '' && !isVixSymbol(named)) return { line, found: named };
    const cell = this.#traded.find((one) => Number(this.#cells.text(one)) > 0);
    if (cell === undefined) return null;
    return { line, found: `${String(this.#columns.names[cell])} ${this.#cells.text(cell)}` };
  }

  /** Reads the other cells first: this may split another text. */
  #instant(): Result<Pick<Row, 'atMs' | 'isDay'>, string> {
    const { time, date } = this.#columns;
    const atMs = this.#instants.read(this.#cells, time, date);
    const stamp = this.#cells.text(time);
    const isDay = Number.isNaN(atMs) && date === -1;
    const instantMs = isDay ? this.#dayMs(stamp) : atMs;
    if (!Number.isNaN(instantMs)) return ok({ atMs: instantMs, isDay });
    return fail(`No date or time: found "${stamp}", allowed a date, or ${INSTANT_FORMS}`);
  }

  #split(line: string): void {
    const bytes = Buffer.from(line);
    this.#cells.split({ bytes, from: 0, to: bytes.length }, this.#separator);
  }

  /** The start of a day written without a time. */
  #dayMs(stamp: string): number {
    this.#split(`${stamp} 00:00`);
    return this.#instants.read(this.#cells, 0);
  }
}

/** Whether a symbol is that of India VIX: `INDIAVIX`, `NSE:INDIA VIX`, `^INDIAVIX`, `VIX`. */
function isVixSymbol(symbol: string): boolean {
  return /^(?:VIX|(?:NSE)?(?:INDIA|NIFTY)VIX(?:INDEX|NS)?)$/.test(
    symbol.toUpperCase().replaceAll(/[^A-Z]/g, ''),
  );
}

function notVix(
  { line, found }: { readonly line: number; readonly found: string },
  file: string,
): Problem {
  return problem('These are not the values of India VIX', {
    ...{ file, line, found },
    allowed: 'INDIAVIX, INDIA VIX or VIX in a column of symbols, and nothing traded',
    next: 'Take a file of India VIX alone; without --iv volatility comes from the index',
  });
}

function percentOf(text: string): number | null {
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  return value >= VIX_PERCENT.min && value <= VIX_PERCENT.max ? value : null;
}

function wrongValue(found: string): string {
  return `No India VIX: found "${found}", allowed ${String(VIX_PERCENT.min)} to ${String(VIX_PERCENT.max)} percent a year`;
}

function pointsOfDays(rows: readonly Row[]): readonly VolatilityPoint[] {
  return rows.flatMap(({ atMs, open, close }, at) => {
    const date = istDate(atMs);
    const before = rows[at - 1]?.close;
    // The exchange's files repeat the previous close as the open.
    const isNews = open !== null && before !== undefined && open !== before;
    return [
      ...(isNews ? [point(instantAt(date, '09:15'), open)] : []),
      point(instantAt(date, '15:30'), close),
    ];
  });
}

/** Each candle's open at its stamp, its close at its end. Its length is the shortest step of its date; it ends by 15:30. */
function pointsOfCandles(rows: readonly Row[]): {
  readonly points: readonly VolatilityPoint[];
  readonly shortestMs: number;
} {
  const lengths = lengthsByDate(rows);
  const points = rows.flatMap(({ atMs, open, close }) => {
    const date = istDate(atMs);
    const latestMs = Math.max(instantAt(date, '15:30'), atMs + MINUTE_MS);
    const closed = point(Math.min(atMs + (lengths.get(date) ?? Infinity), latestMs), close);
    return open === null ? [closed] : [point(atMs, open), closed];
  });
  return { points, shortestMs: Math.min(...lengths.values()) };
}

/** Shortest step between two rows of each date that has two; the rows ascending. */
function lengthsByDate(rows: readonly Row[]): ReadonlyMap<IstDate, number> {
  const lengths = new Map<IstDate, number>();
  for (const [at, { atMs }] of rows.entries()) {
    const before = rows[at - 1];
    const date = istDate(atMs);
    if (before === undefined || istDate(before.atMs) !== date) continue;
    lengths.set(date, Math.min(lengths.get(date) ?? Infinity, atMs - before.atMs));
  }
  return lengths;
}

function point(atMs: number, percent: number): VolatilityPoint {
  return { atMs, volatility: percent / 100 };
}
