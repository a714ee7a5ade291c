import { type Calendar, type CalendarDay } from '../../model/calendar.ts';
import {
  addDays,
  DAY_MS,
  isIstDate,
  istClock,
  istDate,
  startOfIstDay,
  type IstDate,
} from '../../model/ist.ts';
import { BAR_MS, type Bar, type BarDay } from './bar.ts';
import { type CsvProblem } from './csv-problem.ts';
import { CsvRowReader, readCsvHeader } from './csv-row.ts';

/** What a price file held. */
export interface CsvIndex {
  /** Ascending; every date that has at least one readable row. */
  readonly days: readonly BarDay[];
  /** All of them, in the order of lines: a day is only sound when none is its own. */
  readonly problems: readonly CsvProblem[];
  /** Rows below the header, blank ones not counted. */
  readonly rows: number;
}

/** The market-wide circuit breaker stops an index at 20 % a day. */
const MOVE_MAX = 0.2;

/**
 * Reads minute bars of one index: `timestamp,open,high,low,close` by header, prices in rupees, timestamps at the start
 * of each minute, with an offset or else in IST. Nothing is left out without a problem that says so.
 */
export function parseIndexCsv(text: string, calendar: Calendar): CsvIndex {
  return new CsvIndexParser(calendar).parse(text);
}

interface Row {
  readonly line: number;
  readonly bar: Bar;
}

interface RowsOfDay {
  readonly date: IstDate;
  readonly byMinute: Map<number, Row>;
}

class CsvIndexParser {
  readonly #calendar: Calendar;
  readonly #problems: CsvProblem[] = [];
  readonly #days = new Map<IstDate, RowsOfDay>();
  #rows = 0;
  #last: Row | null = null;
  #lastClosePaise = 0;
  #day: RowsOfDay | null = null;
  #dayStartMs = Infinity;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  parse(text: string): CsvIndex {
    const start = text.startsWith('\uFEFF') ? 1 : 0;
    const headerEnd = endOfLine(text, start);
    const header = readCsvHeader(text.slice(start, headerEnd).trimEnd());
    if (header.ok) {
      this.#readRows(text, headerEnd + 1, new CsvRowReader(header.value));
      if (this.#rows === 0) this.#report(2, null, ['header', 'File has no rows below its header']);
    } else {
      this.#report(1, null, ['header', header.error]);
    }
    const rowsOfDays = [...this.#days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
    this.#reportMissingDays(rowsOfDays);
    const days = rowsOfDays.map((day) => this.#sorted(day));
    this.#problems.sort((a, b) => a.line - b.line);
    return {
      days,
      problems: this.#problems,
      rows: this.#rows,
    };
  }

  #readRows(text: string, from: number, reader: CsvRowReader): void {
    let line = 1;
    for (let start = from; start < text.length;) {
      const end = endOfLine(text, start);
      const content = text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
      line += 1;
      start = end + 1;
      if (content.trim() === '') continue;
      this.#rows += 1;
      const read = reader.read(content);
      if (read.ok) this.#take({ line, bar: read.value });
      else this.#report(line, dateIn(content), ['malformed', read.error]);
    }
  }

  #take(row: Row): void {
    const { line, bar } = row;
    const day = this.#dayOf(bar.startMs);
    const { openPaise, highPaise, lowPaise, closePaise } = bar;
    if (Math.min(openPaise, closePaise) < lowPaise || Math.max(openPaise, closePaise) > highPaise) {
      this.#report(line, day.date, [
        'inconsistent',
        `Open and close must lie between low and high, found ${shownBar(bar)}`,
      ]);
      return;
    }
    const earlier = day.byMinute.get(bar.startMs);
    if (earlier !== undefined) {
      const same = shownBar(earlier.bar) === shownBar(bar) ? 'the same prices' : 'other prices';
      this.#report(line, day.date, [
        'duplicate',
        `Line ${String(earlier.line)} already gives ${istClock(bar.startMs)}, with ${same}`,
      ]);
      return;
    }
    this.#noteSequence(row, day.date);
    day.byMinute.set(bar.startMs, row);
    this.#last = row;
    this.#lastClosePaise = closePaise;
  }

  #noteSequence({ line, bar }: Row, date: IstDate): void {
    const last = this.#last;
    if (last === null) return;
    if (bar.startMs < last.bar.startMs) {
      const detail = `${date} ${istClock(bar.startMs)} comes after ${istDate(last.bar.startMs)} ${istClock(last.bar.startMs)}`;
      this.#report(line, date, ['disorder', detail]);
    }
    const move = Math.abs(bar.closePaise / this.#lastClosePaise - 1);
    if (move > MOVE_MAX) {
      const detail = `Close moved ${(move * 100).toFixed(0)} % since line ${String(last.line)}, more than a day may`;
      this.#report(line, date, ['implausible', detail]);
    }
  }

  #dayOf(atMs: number): RowsOfDay {
    if (this.#day !== null && atMs >= this.#dayStartMs && atMs < this.#dayStartMs + DAY_MS) {
      return this.#day;
    }
    const date = istDate(atMs);
    const day = this.#days.get(date) ?? { date, byMinute: new Map<number, Row>() };
    this.#days.set(date, day);
    this.#day = day;
    this.#dayStartMs = startOfIstDay(date);
    return day;
  }

  #sorted({ date, byMinute }: RowsOfDay): BarDay {
    const calendarDay = this.#calendar.day(date);
    const rows = [...byMinute.values()].sort((a, b) => a.bar.startMs - b.bar.startMs);
    const isInside = ({ bar }: Row): boolean =>
      calendarDay.sessions.some(
        ({ startMs, endMs }) => bar.startMs >= startMs && bar.startMs < endMs,
      );
    const outside = rows.filter((row) => !isInside(row));
    this.#reportOutside(calendarDay, outside);
    this.#reportGaps(calendarDay, rows);
    return {
      date,
      bars: rows.filter(isInside).map(({ bar }) => bar),
      barsOutside: outside.map(({ bar }) => bar),
    };
  }

  #reportOutside(day: CalendarDay, outside: readonly Row[]): void {
    const [first] = outside;
    const last = outside.at(-1);
    if (first === undefined || last === undefined) return;
    const from = `${istClock(first.bar.startMs)} to ${istClock(last.bar.startMs)}`;
    const lines = `lines ${String(first.line)} to ${String(last.line)}`;
    const rows = `${String(outside.length)} ${outside.length === 1 ? 'row' : 'rows'}`;
    if (day.sessions.length === 0) {
      const why = day.occasion ?? 'no session known';
      this.#report(first.line, day.date, [
        'closed-day',
        `${rows} on a closed day (${why}), ${from}`,
      ]);
    } else {
      const detail = `${rows} outside the day's sessions, ${from}, ${lines}`;
      this.#report(first.line, day.date, ['out-of-session', detail]);
    }
  }

  #reportGaps(day: CalendarDay, rows: readonly Row[]): void {
    const lineAfter = (atMs: number): number =>
      (rows.find(({ bar }) => bar.startMs >= atMs) ?? rows.at(-1))?.line ?? 1;
    for (const session of day.sessions) {
      let expectedMs = session.startMs;
      const noteUntil = (foundMs: number): void => {
        if (foundMs <= expectedMs) return;
        const minutes = Math.ceil((foundMs - expectedMs) / BAR_MS);
        const detail = `${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'} missing, ${istClock(expectedMs)} to ${istClock(foundMs)}`;
        this.#report(lineAfter(foundMs), day.date, ['gap', detail]);
      };
      for (const { bar } of rows) {
        if (bar.startMs < session.startMs || bar.startMs >= session.endMs) continue;
        noteUntil(bar.startMs);
        expectedMs = bar.startMs + BAR_MS;
      }
      noteUntil(session.endMs);
    }
  }

  #reportMissingDays(days: readonly RowsOfDay[]): void {
    const last = days.at(-1)?.date ?? '';
    days.forEach((day, index) => {
      if (day.date === last) return;
      const next = days[index + 1];
      // A file that jumps over years has wrong dates somewhere; the first weeks of the hole say enough.
      const limit = addDays(day.date, 60);
      let date = this.#calendar.nextTradingDay(day.date);
      while (next !== undefined && date < next.date && date < limit) {
        if (this.#calendar.day(date).sessions.length > 0) {
          const [row] = next.byMinute.values();
          this.#report(row?.line ?? 1, date, ['missing-day', 'Trading day without a row']);
        }
        date = this.#calendar.nextTradingDay(date);
      }
    });
  }

  #report(
    line: number,
    date: IstDate | null,
    [kind, detail]: readonly [CsvProblem['kind'], string],
  ): void {
    this.#problems.push({ line, date, kind, detail });
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** The date that an unreadable row seems to be of. */
function dateIn(content: string): IstDate | null {
  const text = /\d{4}-\d{2}-\d{2}/.exec(content)?.[0] ?? '';
  return isIstDate(text) ? text : null;
}

function shownBar({ openPaise, highPaise, lowPaise, closePaise }: Bar): string {
  const rupees = [openPaise, highPaise, lowPaise, closePaise].map((paise) =>
    (paise / 100).toFixed(2),
  );
  return `open ${String(rupees[0])}, high ${String(rupees[1])}, low ${String(rupees[2])}, close ${String(rupees[3])}`;
}
