import { problem, type Problem } from '../../../base/problem.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { instantAt, istDate } from '../../../model/ist.ts';
import { Cells } from '../prices/cells.ts';
import { INSTANT_FORMS, InstantReader } from '../prices/instant-reader.ts';
import { findColumns, type PriceColumns } from '../prices/price-columns.ts';
import { type ZoneOffset } from '../prices/time-zone.ts';
import { type VolatilityPoint } from './given-volatility.ts';

/** India VIX stood between 8 and 92 since 2008. */
export const VIX_PERCENT = { min: 3, max: 150 } as const;

/** What a file of India VIX held. */
export interface ReadVolatility {
  /** Ascending by time. */
  readonly points: readonly VolatilityPoint[];
  readonly rows: number;
  readonly every: 'day' | 'minute';
}

interface Row {
  readonly atMs: number;
  readonly isDay: boolean;
  /** Percent; null where there is none. */
  readonly open: number | null;
  readonly close: number;
}

const MINUTE_MS = 60_000;
const PROBLEMS_TOLD = 20;
const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Names of the one column with values, in small letters without marks. */
const VALUES = /^(?:indiavix|vix|iv|volatility|value|close|c)$/;

/**
 * Reads India VIX, percent a year, from CSV with a header: one row a day or one a minute. A value counts from when it was
 * known: a day's close from 15:30 on, a minute's from its end on; a day's open from 09:15 on, unless it repeats the close
 * before. Refused is a file with any row that cannot be read: a wrong volatility shows in no price.
 */
export function readVolatility(
  text: string,
  { file, zone }: { readonly file: string; readonly zone: ZoneOffset },
): Result<ReadVolatility, readonly Problem[]> {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const separator = SEPARATORS.find((mark) => header.includes(mark)) ?? ',';
  const columns = columnsOf(header.split(separator).map((name) => name.trim()));
  if (!columns.ok) return fail([problem(columns.error, { file, line: 1 })]);
  const reader = new RowReader(columns.value, separator, zone);
  const read = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ row: reader.read(line), line: at + 2 }],
  );
  const slips = read.flatMap(({ row, line }) =>
    row.ok ? [] : [problem(row.error, { file, line })],
  );
  if (slips.length > 0) return fail(slips.slice(0, PROBLEMS_TOLD));
  const rows = read.flatMap(({ row }) => (row.ok ? [row.value] : []));
  return pointsOf(
    rows.sort((one, other) => one.atMs - other.atMs),
    file,
  );
}

function pointsOf(rows: readonly Row[], file: string): Result<ReadVolatility, readonly Problem[]> {
  const days = rows.filter(({ isDay }) => isDay).length;
  if (rows.length === 0 || (days > 0 && days < rows.length)) {
    const found = rows.length === 0 ? 'no row' : 'dates and times in one column';
    const allowed = 'a date in every row, or a date with a time in every row';
    return fail([problem('India VIX cannot be read', { file, found, allowed })]);
  }
  const isDaily = days > 0;
  const points = isDaily ? pointsOfDays(rows) : pointsOfMinutes(rows);
  return ok({ points, rows: rows.length, every: isDaily ? 'day' : 'minute' });
}

function columnsOf(names: readonly string[]): Result<PriceColumns, string> {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const isBars = plain.includes('open') && plain.includes('close');
  const at = isBars ? -1 : plain.findIndex((name) => VALUES.test(name));
  const value = names[at];
  return findColumns(names, value === undefined ? {} : { price: value });
}

/** Reads rows, one after the other. */
class RowReader {
  readonly #columns: PriceColumns;
  readonly #separator: number;
  readonly #instants: InstantReader;
  readonly #cells = new Cells();

  constructor(columns: PriceColumns, separator: string, zone: ZoneOffset) {
    this.#columns = columns;
    this.#separator = separator.charCodeAt(0);
    this.#instants = new InstantReader(zone);
  }

  read(line: string): Result<Row, string> {
    const { time, date, open, close, price } = this.#columns;
    this.#split(line);
    const atMs = this.#instants.read(this.#cells, time, date);
    const stamp = this.#cells.text(time);
    const opened = open === -1 ? '' : this.#cells.text(open);
    const closed = this.#cells.text(close === -1 ? price : close);
    const isDay = Number.isNaN(atMs) && date === -1;
    const instantMs = isDay ? this.#dayMs(stamp) : atMs;
    if (Number.isNaN(instantMs)) {
      return fail(`No date or time: found "${stamp}", allowed a date, or ${INSTANT_FORMS}`);
    }
    const wrong = [opened === '' ? closed : opened, closed].find(
      (text) => percentOf(text) === null,
    );
    if (wrong !== undefined) return fail(wrongValue(wrong));
    return ok({ atMs: instantMs, isDay, open: percentOf(opened), close: Number(closed) });
  }

  #split(line: string): void {
    const bytes = Buffer.from(line);
    this.#cells.split({ bytes, from: 0, to: bytes.length }, this.#separator);
  }

  /** The start of a day that is written without a time. */
  #dayMs(stamp: string): number {
    this.#split(`${stamp} 00:00`);
    return this.#instants.read(this.#cells, 0);
  }
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
    // The exchange's files repeat the close before as the open: that is no value of the morning.
    const isNews = open !== null && before !== undefined && open !== before;
    return [
      ...(isNews ? [point(instantAt(date, '09:15'), open)] : []),
      point(instantAt(date, '15:30'), close),
    ];
  });
}

function pointsOfMinutes(rows: readonly Row[]): readonly VolatilityPoint[] {
  return rows.flatMap(({ atMs, open, close }) =>
    open === null ? [point(atMs, close)] : [point(atMs, open), point(atMs + MINUTE_MS, close)],
  );
}

function point(atMs: number, percent: number): VolatilityPoint {
  return { atMs, volatility: percent / 100 };
}
