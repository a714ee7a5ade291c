import { counted } from '../../base/counted.ts';
import { placeAmong } from '../../base/place-among.ts';
import { type Calendar, type CalendarDay } from '../../model/time/calendar.ts';
import { addDays, istClock, type IstDate } from '../../model/time/ist.ts';
import { type MinuteBar, BAR_MS, type BarDay } from '../minute-bar.ts';
import { type FileTallies } from './file-tallies.ts';
import { type ProblemBook, said } from './price-problems.ts';
import { DayHours, type DayRows, type PriceSeries } from './price-series.ts';
import { shownBar } from './row-reader.ts';

/** What {@link settleSeries} needs. */
export interface SettleParts {
  readonly calendar: Calendar;
  readonly book: ProblemBook;
  readonly tallies: FileTallies;
  /** By number; rows whose minute an earlier row has are counted. */
  readonly files: readonly { readonly path: string; duplicates: number }[];
}

/** A file that jumps over years has wrong dates: report the first weeks of the hole. */
const HOLE_TOLD_DAYS = 60;

/** Sorts the rows of an index or a contract into days, and reports what is wrong with them. */
export function settleSeries(series: PriceSeries, parts: SettleParts): readonly BarDay[] {
  const { calendar, tallies } = parts;
  const isIndex = series.named.contract === null;
  const settled: BarDay[] = [];
  let before: IstDate | null = null;
  for (const date of [...series.days.keys()].sort()) {
    const rows = series.days.get(date);
    if (rows === undefined) continue;
    // Freed day by day: rows take more memory than bars.
    series.days.delete(date);
    settleRows(date, rows, parts);
    const day = calendar.day(date);
    if (tallies.isEarly(date)) {
      tallies.noteEarly(date, rows);
      settled.push(packedDay(rows, new DayHours({ ...day, sessions: [] })));
      continue;
    }
    const hours = new DayHours(day);
    if (isIndex) {
      if (before !== null) tellMissing([before, date], rows, parts);
      tallies.noteShape(rows);
      tellGaps(day, rows, parts);
    }
    tallies.noteHours(hours, rows);
    tellOutside(hours, rows, parts);
    settled.push(packedDay(rows, hours));
    before = date;
  }
  return settled;
}

function settleRows(date: IstDate, rows: DayRows, { book, files }: SettleParts): void {
  rows.settle((of, place, duplicate) => {
    const at = { file: of.file(duplicate), line: of.line(duplicate), date };
    const file = files[at.file];
    if (file !== undefined) file.duplicates += 1;
    book.report('duplicate', at, () => {
      const [first, again] = [shownPrices(of, place), shownPrices(of, duplicate)];
      const found = first === again ? 'the same prices again' : `other prices, ${again}`;
      const line = String(of.line(place));
      const where =
        of.file(place) === at.file
          ? `Line ${line}`
          : `${String(files[of.file(place)]?.path)}:${line}`;
      const clock = istClock(of.minute(place) * BAR_MS);
      return said(`${where} already gives ${clock}`, found, 'one row a minute');
    });
  });
}

function shownPrices(rows: DayRows, place: number): string {
  const [openPaise, highPaise, lowPaise, closePaise] = rows.prices(place);
  return shownBar({ openPaise, highPaise, lowPaise, closePaise });
}

function tellOutside(hours: DayHours, rows: DayRows, { book }: SettleParts): void {
  const { day } = hours;
  let count = 0;
  let first = -1;
  let last = -1;
  for (let place = 0; place < rows.count; place += 1) {
    if (hours.holds(rows.minute(place))) continue;
    if (first === -1) first = place;
    last = place;
    count += 1;
  }
  if (count === 0) return;
  const at = { file: rows.file(first), line: rows.line(first), date: day.date };
  const clock = (place: number): string => istClock(rows.minute(place) * BAR_MS);
  const found = `${counted(count, 'row')} from ${clock(first)} to ${clock(last)}, lines ${String(rows.line(first))} to ${String(rows.line(last))}`;
  if (day.sessions.length === 0) {
    const why = day.occasion ?? 'no session known';
    book.report('closed-day', at, () =>
      said(`Market was closed (${why})`, found, 'rows of trading days'),
    );
    return;
  }
  const sessions = day.sessions
    .map(({ startMs, endMs }) => `${istClock(startMs)} to ${istClock(endMs)}`)
    .join(' and ');
  book.report('out-of-session', at, () => said('Rows lie outside the sessions', found, sessions));
}

function tellGaps(day: CalendarDay, rows: DayRows, { book }: SettleParts): void {
  const tell = (fromMs: number, toMs: number): void => {
    const place = placeFrom(rows, toMs);
    const at = { file: rows.file(place), line: rows.line(place), date: day.date };
    book.report('gap', at, () => {
      const minutes = counted(Math.ceil((toMs - fromMs) / BAR_MS), 'minute');
      const found = `none from ${istClock(fromMs)} to ${istClock(toMs)}`;
      return said(`${minutes} without a row`, found, 'a row for each minute of the session');
    });
  };
  for (const { startMs, endMs } of day.sessions) {
    let expectedMs = startMs;
    for (let place = 0; place < rows.count; place += 1) {
      const atMs = rows.minute(place) * BAR_MS;
      if (atMs < startMs || atMs >= endMs) continue;
      if (atMs > expectedMs) tell(expectedMs, atMs);
      expectedMs = atMs + BAR_MS;
    }
    if (endMs > expectedMs) tell(expectedMs, endMs);
  }
}

/** Place of the first row from an instant on; the last row where there is none. */
function placeFrom(rows: DayRows, atMs: number): number {
  const place = placeAmong(rows.count, (at) => rows.minute(at) * BAR_MS < atMs);
  return Math.min(place, rows.count - 1);
}

function tellMissing(
  [before, next]: readonly [before: IstDate, next: IstDate],
  rows: DayRows,
  { book, calendar }: SettleParts,
): void {
  const limit = addDays(before, HOLE_TOLD_DAYS);
  for (
    let date = calendar.nextTradingDay(before);
    date < next && date < limit;
    date = calendar.nextTradingDay(date)
  ) {
    if (calendar.day(date).sessions.length === 0) continue;
    book.report('missing-day', { file: rows.file(0), line: rows.line(0), date }, () =>
      said('Trading day is missing', 'no row', `rows of ${date}`),
    );
  }
}

/** Numbers of a packed bar: see `DayRows.bar`. */
const STRIDE = 6;

/** A day whose bars are packed, in a quarter of the memory. Every read of `bars` rebuilds them: read it once, and late. */
function packedDay(rows: DayRows, hours: DayHours): BarDay {
  const { date } = hours.day;
  const inside = packed(rows, (minute) => hours.holds(minute));
  const outside = packed(rows, (minute) => !hours.holds(minute));
  return {
    date,
    get bars() {
      return unpacked(inside);
    },
    get barsOutside() {
      return unpacked(outside);
    },
  };
}

function packed(rows: DayRows, isWanted: (minute: number) => boolean): Int32Array {
  const cells = new Int32Array(rows.count * STRIDE);
  let at = 0;
  for (let place = 0; place < rows.count; place += 1) {
    if (!isWanted(rows.minute(place))) continue;
    cells.set(rows.bar(place), at);
    at += STRIDE;
  }
  return cells.slice(0, at);
}

function unpacked(cells: Int32Array): readonly MinuteBar[] {
  const bars: MinuteBar[] = [];
  for (let at = 0; at < cells.length; at += STRIDE) {
    const spreadPaise = cells[at + 5] ?? -1;
    const bar = {
      startMs: (cells[at] ?? 0) * BAR_MS,
      openPaise: cells[at + 1] ?? 0,
      highPaise: cells[at + 2] ?? 0,
      lowPaise: cells[at + 3] ?? 0,
      closePaise: cells[at + 4] ?? 0,
    };
    bars.push(spreadPaise < 0 ? bar : { ...bar, spreadPaise });
  }
  return bars;
}
