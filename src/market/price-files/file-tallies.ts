import { counted } from '../../base/counted.ts';
import { kept } from '../../base/kept.ts';
import { IST_OFFSET_MS, istClock, type IstDate, istTimeOfDayMs } from '../../model/time/ist.ts';
import { BAR_MS } from '../minute-bar.ts';
import { DAYS_NOT_MINUTES, type ProblemBook, said } from './price-problems.ts';
import { type DayHours, type DayRows } from './price-series.ts';
import { fittingZone } from './time-zone.ts';

/** Hours of one file's rows. */
interface FileHours {
  inside: number;
  outside: number;
  firstMs: number;
  lastMs: number;
  /** A sample of the rows' instants. */
  readonly someMs: number[];
  /** Of the first row outside. */
  line: number;
}

/** Levels and row distances of an index in one file. */
interface FileShape {
  readonly line: number;
  /** A close of each day, paise. */
  readonly levelsPaise: number[];
  /** How often rows of a day lie so many minutes apart. */
  readonly distances: Map<number, number>;
}

/** Rows of one file before the market tables begin. */
interface EarlyRows {
  rows: number;
  line: number;
  first: IstDate;
  last: IstDate;
}

const SAMPLE_EVERY = 25;
const SAMPLES_MAX = 2_000;

/** What the rows of each file look like as a whole: one problem a file, however many of its rows show it. */
export class FileTallies {
  readonly #knownFrom: IstDate;
  readonly #hours = new Map<number, FileHours>();
  readonly #shapes = new Map<number, FileShape>();
  readonly #early = new Map<number, EarlyRows>();

  /** @param knownFrom - the date on which the market tables begin */
  constructor(knownFrom: IstDate) {
    this.#knownFrom = knownFrom;
  }

  isEarly(date: IstDate): boolean {
    return date < this.#knownFrom;
  }

  /** Counts rows of a date before the market tables begin. */
  noteEarly(date: IstDate, rows: DayRows): void {
    for (let place = 0; place < rows.count; place += 1) {
      const line = rows.line(place);
      const made = (): EarlyRows => ({ rows: 0, line, first: date, last: date });
      const early = kept(this.#early, rows.file(place), made);
      early.rows += 1;
      early.line = Math.min(early.line, line);
      if (date < early.first) early.first = date;
      if (date > early.last) early.last = date;
    }
  }

  /** Notes levels and distances of the rows of an index on one of its days. */
  noteShape(rows: DayRows): void {
    if (rows.count === 0) return;
    const line = rows.line(0);
    const made = (): FileShape => ({ line, levelsPaise: [], distances: new Map() });
    const { levelsPaise, distances } = kept(this.#shapes, rows.file(0), made);
    levelsPaise.push(rows.prices(0)[3]);
    for (let place = 1; place < rows.count; place += 1) {
      const minutes = rows.minute(place) - rows.minute(place - 1);
      distances.set(minutes, (distances.get(minutes) ?? 0) + 1);
    }
  }

  /** Counts the hours of a day's rows. Days without a session do not count. */
  noteHours(dayHours: DayHours, rows: DayRows): void {
    if (dayHours.day.sessions.length === 0) return;
    for (let place = 0; place < rows.count; place += 1) {
      const atMs = rows.minute(place) * BAR_MS;
      const hours = kept(this.#hours, rows.file(place), noHours);
      if (place % SAMPLE_EVERY === 0 && hours.someMs.length < SAMPLES_MAX) hours.someMs.push(atMs);
      const timeMs = istTimeOfDayMs(atMs);
      hours.firstMs = Math.min(hours.firstMs, timeMs);
      hours.lastMs = Math.max(hours.lastMs, timeMs);
      if (dayHours.holds(rows.minute(place))) {
        hours.inside += 1;
        continue;
      }
      if (hours.outside === 0) hours.line = rows.line(place);
      hours.outside += 1;
    }
  }

  /** Files with rows on trading days, all of them outside the hours. */
  allOutside(): readonly number[] {
    return [...this.#hours].flatMap(([file, { inside }]) => (inside === 0 ? [file] : []));
  }

  /** Reports times that look read in the wrong zone, dates too early, and levels and distances that cannot be right. */
  tell(book: ProblemBook): void {
    for (const [file, hours] of this.#hours) {
      if (hours.outside <= hours.inside) continue;
      book.report('wrong-zone', { file, line: hours.line, date: null }, () => wrongZone(hours));
    }
    for (const [file, early] of this.#early) {
      const place = { file, line: early.line, date: early.first };
      book.report('too-early', place, () => tooEarly(early, this.#knownFrom));
    }
    for (const [file, shape] of this.#shapes) {
      const place = { file, line: shape.line, date: null };
      const [unit, interval] = [wrongUnit(shape), wrongInterval(shape)];
      if (unit !== null) book.report('wrong-unit', place, () => unit);
      if (interval !== null) book.report('wrong-interval', place, () => interval);
    }
  }
}

function noHours(): FileHours {
  return { inside: 0, outside: 0, firstMs: Infinity, lastMs: -1, someMs: [], line: 1 };
}

/** The hours that Indian index derivatives ever traded, with room before and after: 09:00 to 16:00. */
const EARLIEST_MS = 9 * 3_600_000;
const LATEST_MS = 16 * 3_600_000;

function wrongZone({ firstMs, lastMs, someMs, inside, outside }: FileHours): string {
  const clock = (timeMs: number): string => istClock(timeMs - IST_OFFSET_MS);
  if (firstMs === lastMs) {
    return said('Rows are all of one time', `${clock(firstMs)} IST`, DAYS_NOT_MINUTES);
  }
  const fits = (shiftMs: number): boolean =>
    firstMs + shiftMs >= EARLIEST_MS && lastMs + shiftMs <= LATEST_MS;
  const hint = fits(IST_OFFSET_MS)
    ? '; these look like UTC, say --time-zone UTC'
    : fits(-IST_OFFSET_MS)
      ? '; these look like Indian time marked as UTC'
      : otherZone(fittingZone(someMs));
  const found = `${String(outside)} of ${String(inside + outside)} rows outside, from ${clock(firstMs)} to ${clock(lastMs)} IST`;
  return said('Times look like those of another zone', found, `rows in trading hours${hint}`);
}

function otherZone(zone: string | null): string {
  if (zone === null) return '; say --time-zone if they are of another zone';
  return `; these look like times of ${zone}, say --time-zone ${zone}`;
}

function tooEarly({ rows, first, last }: EarlyRows, begin: IstDate): string {
  const dates = first === last ? `of ${first}` : `from ${first} to ${last}`;
  const allowed = `${knownFrom(begin)}; leave them out, or backtest with --from ${begin}`;
  return said('Prices of too early dates', `${counted(rows, 'row')} ${dates}`, allowed);
}

/** The allowed dates where the market tables begin on `first`, for people. */
export function knownFrom(first: IstDate): string {
  return `${first} or later: before it the calendar is not known`;
}

/** Levels far from any index of the last twenty years: 1,000 and 400,000 rupees. */
const LEVEL_PAISE_MIN = 100_000;
const LEVEL_PAISE_MAX = 40_000_000;

function wrongUnit({ levelsPaise }: FileShape): string | null {
  const median = levelsPaise.toSorted((left, right) => left - right)[levelsPaise.length >> 1] ?? 0;
  if (median >= LEVEL_PAISE_MIN && median <= LEVEL_PAISE_MAX) return null;
  const isHigh = median > LEVEL_PAISE_MAX;
  const hint = isHigh
    ? 'these look like paise, divide them by 100'
    : 'if these are premiums, name the file for its contract or add a column symbol';
  return said(
    `Prices look too ${isHigh ? 'high' : 'low'} for an index`,
    `a middle level of ${(median / 100).toFixed(2)}`,
    `rupees, from 1000 to 400000; ${hint}`,
  );
}

const DISTANCES_MIN = 20;
const SHARE_MIN = 0.8;

function wrongInterval({ distances }: FileShape): string | null {
  const sum = [...distances.values()].reduce((total, count) => total + count, 0);
  const [most] = [...distances].sort(([, left], [, right]) => right - left);
  if (most === undefined || sum < DISTANCES_MIN) return null;
  const [minutes, count] = most;
  if (minutes <= 1 || count < SHARE_MIN * sum) return null;
  return said(
    `Rows look like bars of ${String(minutes)} minutes`,
    `${String(count)} of ${String(sum)} rows ${String(minutes)} minutes after the one before`,
    'bars of one minute: what happened within longer ones is not known',
  );
}
