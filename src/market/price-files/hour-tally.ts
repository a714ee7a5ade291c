import { kept } from '../../base/kept.ts';
import { IST_OFFSET_MS, istClock, istTimeOfDayMs } from '../../model/time/ist.ts';
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

/** The hours that Indian index derivatives ever traded, with room before and after: 09:00 to 16:00. */
const EARLIEST_MS = 9 * 3_600_000;
const LATEST_MS = 16 * 3_600_000;

const SAMPLE_EVERY = 25;
const SAMPLES_MAX = 2_000;

/** Counts the hours of each file's rows, and reports times that look read in the wrong zone. */
export class HourTally {
  readonly #files = new Map<number, FileHours>();

  /** Counts the rows of a day. Days without a session do not count. */
  note(dayHours: DayHours, rows: DayRows): void {
    const { day } = dayHours;
    if (day.sessions.length === 0 || rows.count === 0) return;
    for (let place = 0; place < rows.count; place += 1) {
      const minute = rows.minute(place);
      const hours = kept(this.#files, rows.file(place), noHours);
      const timeMs = istTimeOfDayMs(minute * BAR_MS);
      if (place % SAMPLE_EVERY === 0 && hours.someMs.length < SAMPLES_MAX) {
        hours.someMs.push(minute * BAR_MS);
      }
      hours.firstMs = Math.min(hours.firstMs, timeMs);
      hours.lastMs = Math.max(hours.lastMs, timeMs);
      if (dayHours.holds(minute)) {
        hours.inside += 1;
        continue;
      }
      if (hours.outside === 0) hours.line = rows.line(place);
      hours.outside += 1;
    }
  }

  tell(book: ProblemBook): void {
    for (const [file, hours] of this.#files) {
      if (hours.outside <= hours.inside) continue;
      book.report('wrong-zone', { file, line: hours.line, date: null }, () => wrongZone(hours));
    }
  }

  /** Files with rows on trading days, all of them outside the hours. */
  allOutside(): readonly number[] {
    return [...this.#files].flatMap(([file, { inside }]) => (inside === 0 ? [file] : []));
  }
}

function noHours(): FileHours {
  return { inside: 0, outside: 0, firstMs: Infinity, lastMs: -1, someMs: [], line: 1 };
}

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
