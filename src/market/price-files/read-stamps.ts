import { kept } from '../../base/kept.ts';
import { type Calendar, type CalendarDay } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { BAR_MS } from '../minute-bar.ts';
import { type FileStamp, type StampEdge } from './given-stamps.ts';
import { type ProblemBook, said } from './price-problems.ts';
import { type DayRows, type PriceSeries } from './price-series.ts';

/**
 * The stamp edge of each file's bars. Rows are read by the given edge, else by the start; in the end, rows of files that turn
 * out to be stamped at the end move a minute back.
 */
export class ReadStamps {
  readonly #calendar: Calendar;
  readonly #given: (StampEdge | null)[] = [];
  readonly #hasBars: boolean[] = [];

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  /** Starts the next file. */
  begin(given: StampEdge | null): void {
    this.#given.push(given);
    this.#hasBars.push(false);
  }

  /** Notes that the current file has bars; single prices have no edge. */
  noteBars(): void {
    this.#hasBars[this.#hasBars.length - 1] = true;
  }

  /** Moves rows to their minutes. Returns the stamp of each file with bars. */
  settle(all: Iterable<PriceSeries>, book: ProblemBook): readonly { readonly stamp?: FileStamp }[] {
    const given = this.#given;
    const series = [...all];
    const tally = new StampTally(this.#calendar, (file) => (given[file] === 'end' ? 1 : 0));
    for (const { days } of series) for (const [date, rows] of days) tally.note(date, rows);
    const seen = given.map((_, file) => tally.seen(file));
    tellWrongStamps(book, given, seen);
    const taken = stampsTaken(given, seen);
    const isMoved = (file: number): boolean =>
      this.#hasBars[file] === true && given[file] === null && taken[file]?.edge === 'end';
    if (given.some((_, file) => isMoved(file))) {
      for (const { days } of series) for (const rows of days.values()) rows.moveBack(isMoved);
    }
    return taken.map((stamp, file) => (this.#hasBars[file] === true ? { stamp } : {}));
  }
}

/** Rows of one file on one date that are stamped with the minute of the open or of the close. */
interface EdgeRows {
  open: number;
  close: number;
  /** Those of them with a price that moved: prints outside the session do not. */
  openMoving: number;
  closeMoving: number;
}

/** What the rows of one file show. */
interface SeenStamp {
  /** Null where most days show neither. */
  readonly edge: StampEdge | null;
  readonly days: number;
  /** Days that show `start`, and days that show `end`. */
  readonly forStart: number;
  readonly forEnd: number;
}

const UNSEEN: SeenStamp = { edge: null, days: 0, forStart: 0, forEnd: 0 };

/**
 * Detects the stamp edge of each file's bars. A session of 09:15 to 15:30 has a row stamped 09:15 and none stamped 15:30 where
 * stamps are starts, and the reverse where they are ends. Each date votes by which of the two it has more rows of, and most
 * dates decide, so pre-open rows, closing prints and bad days change nothing.
 */
class StampTally {
  readonly #files = new Map<number, Map<IstDate, EdgeRows>>();
  readonly #calendar: Calendar;
  /** Minutes from the rows of a file, as they were read, to their stamps. */
  readonly #readBack: (file: number) => number;

  constructor(calendar: Calendar, readBack: (file: number) => number) {
    this.#calendar = calendar;
    this.#readBack = readBack;
  }

  note(date: IstDate, rows: DayRows): void {
    if (date < this.#calendar.verifiedFrom) return;
    const { sessions } = this.#calendar.day(date);
    const edges = edgeMinutes(sessions);
    if (edges === null) return;
    let last = -1;
    for (let place = 0; place < rows.count; place += 1) {
      const file = rows.file(place);
      // Every date on which the file has a row counts.
      if (file !== last) this.#of(file, date);
      last = file;
      const stamp = rows.minute(place) + this.#readBack(file);
      if (stamp !== edges.open && stamp !== edges.close) continue;
      const edge = stamp === edges.open ? 'open' : 'close';
      count(this.#of(file, date), edge, isMoving(rows, place));
    }
  }

  seen(file: number): SeenStamp {
    const dates = this.#files.get(file);
    if (dates === undefined) return UNSEEN;
    const shown = [...dates.values()].map(edgeOf);
    const forStart = shown.filter((edge) => edge === 'start').length;
    const forEnd = shown.filter((edge) => edge === 'end').length;
    const days = dates.size;
    const edge = forEnd * 2 > days ? 'end' : forStart * 2 > days ? 'start' : null;
    return { edge, days, forStart, forEnd };
  }

  #of(file: number, date: IstDate): EdgeRows {
    const dates = kept(this.#files, file, () => new Map<IstDate, EdgeRows>());
    return kept(dates, date, () => ({ open: 0, close: 0, openMoving: 0, closeMoving: 0 }));
  }
}

/** The edge of each file's bars: given, else detected, else that of the other files where they agree, else the start. */
function stampsTaken(
  given: readonly (StampEdge | null)[],
  seen: readonly SeenStamp[],
): readonly FileStamp[] {
  const known = given.map((edge, file) => edge ?? seen[file]?.edge ?? null);
  const edges = new Set(known.filter((edge) => edge !== null));
  const [common] = edges.size === 1 ? edges : [];
  return given.map((edge, file): FileStamp => {
    if (edge !== null) return { edge, from: 'given' };
    const shown = seen[file]?.edge ?? null;
    if (shown !== null) return { edge: shown, from: 'detected' };
    return common === undefined
      ? { edge: 'start', from: 'assumed' }
      : { edge: common, from: 'others' };
  });
}

/** Reports files whose rows show another edge than the given one. */
function tellWrongStamps(
  book: ProblemBook,
  given: readonly (StampEdge | null)[],
  seen: readonly SeenStamp[],
): void {
  given.forEach((edge, file) => {
    const stamp = seen[file] ?? UNSEEN;
    const shown = stamp.edge;
    if (edge === null || shown === null || shown === edge) return;
    book.report('wrong-stamp', { file, line: 1, date: null }, () =>
      said(
        `Bars look stamped at their ${shown}, and are read as if at their ${edge}`,
        stampsShown(stamp),
        `--stamp ${shown} for this file, or none: it is detected`,
      ),
    );
  });
}

/** What the rows of a file show, for people. */
function stampsShown({ edge, days, forStart, forEnd }: SeenStamp): string {
  const [most, what] =
    edge === 'end'
      ? [forEnd, 'a row at the close and none at the open']
      : [forStart, 'a row at the open and none at the close'];
  return `${what} on ${String(most)} of ${String(days)} days`;
}

function edgeMinutes(
  sessions: CalendarDay['sessions'],
): { readonly open: number; readonly close: number } | null {
  const [first] = sessions;
  const last = sessions.at(-1);
  if (first === undefined || last === undefined) return null;
  return { open: first.startMs / BAR_MS, close: last.endMs / BAR_MS };
}

function isMoving(rows: DayRows, place: number): boolean {
  const [, high, low] = rows.prices(place);
  return high !== low;
}

function count(counts: EdgeRows, edge: 'open' | 'close', isMoved: boolean): void {
  counts[edge] += 1;
  if (isMoved) counts[`${edge}Moving`] += 1;
}

function edgeOf({ open, close, openMoving, closeMoving }: EdgeRows): StampEdge | null {
  const more = open - close || openMoving - closeMoving;
  return more === 0 ? null : more > 0 ? 'start' : 'end';
}
