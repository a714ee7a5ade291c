import { kept } from '../../base/kept.ts';
import { type Calendar, type CalendarDay } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { BAR_MS } from '../minute-bar.ts';
import { type FileStamp, type StampEdge } from './given-stamps.ts';
import { type ProblemBook, said } from './price-problems.ts';
import { type DayRows, type PriceSeries } from './price-series.ts';

/** What is known of a file's stamps before its rows are looked at. */
export interface StampedFile {
  /** The edge that the user gives. */
  readonly given: StampEdge | null;
  /** Single prices have no edge. */
  readonly hasBars: boolean;
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

/**
 * Finds the stamp edge of each file's bars. Rows were read by the given edge, else by the start; those of files that turn out
 * to be stamped at the end move a minute back.
 *
 * A session of 09:15 to 15:30 has a row stamped 09:15 and none stamped 15:30 where stamps are starts, and the reverse where
 * they are ends. Each date votes by which of the two it has more rows of, and most dates decide, so pre-open rows, closing
 * prints and bad days change nothing.
 */
export function settleStamps(
  files: readonly StampedFile[],
  series: readonly PriceSeries[],
  { calendar, book }: { readonly calendar: Calendar; readonly book: ProblemBook },
): readonly FileStamp[] {
  const dates = files.map(() => new Map<IstDate, EdgeRows>());
  for (const [date, rows] of series.flatMap(({ days }) => [...days])) {
    if (date < calendar.verifiedFrom) continue;
    noteEdges(rows, calendar.day(date), (file) => {
      const none = { open: 0, close: 0, openMoving: 0, closeMoving: 0 };
      const edges = kept(dates[file] ?? new Map<IstDate, EdgeRows>(), date, () => none);
      return { edges, behind: files[file]?.given === 'end' ? 1 : 0 };
    });
  }
  const seen = dates.map((ofFile) => seenIn([...ofFile.values()]));
  tellWrongStamps(book, files, seen);
  const taken = stampsTaken(files, seen);
  const isMoved = (file: number): boolean =>
    files[file]?.hasBars === true && files[file].given === null && taken[file]?.edge === 'end';
  if (files.some((_, file) => isMoved(file))) {
    for (const { days } of series) for (const rows of days.values()) rows.moveBack(isMoved);
  }
  return taken;
}

/** @param of - of a file: what is counted on the date, and how many minutes its rows are behind their stamps */
function noteEdges(
  rows: DayRows,
  { sessions }: CalendarDay,
  of: (file: number) => { readonly edges: EdgeRows; readonly behind: number },
): void {
  const [first, last] = [sessions[0], sessions.at(-1)];
  if (first === undefined || last === undefined) return;
  const [open, close] = [first.startMs / BAR_MS, last.endMs / BAR_MS];
  // Every date on which a file has a row counts, whatever its stamp.
  let [file, noted] = [rows.file(0), of(rows.file(0))];
  for (let place = 0; place < rows.count; place += 1) {
    if (rows.file(place) !== file) [file, noted] = [rows.file(place), of(rows.file(place))];
    const stamp = rows.minute(place) + noted.behind;
    if (stamp !== open && stamp !== close) continue;
    const edge = stamp === open ? 'open' : 'close';
    noted.edges[edge] += 1;
    const [, high, low] = rows.prices(place);
    if (high !== low) noted.edges[`${edge}Moving`] += 1;
  }
}

function seenIn(dates: readonly EdgeRows[]): SeenStamp {
  const shown = dates.map(edgeOf);
  const forStart = shown.filter((edge) => edge === 'start').length;
  const forEnd = shown.filter((edge) => edge === 'end').length;
  const days = dates.length;
  const edge = forEnd * 2 > days ? 'end' : forStart * 2 > days ? 'start' : null;
  return { edge, days, forStart, forEnd };
}

function edgeOf({ open, close, openMoving, closeMoving }: EdgeRows): StampEdge | null {
  const more = open - close || openMoving - closeMoving;
  return more === 0 ? null : more > 0 ? 'start' : 'end';
}

/** The edge of each file's bars: given, else detected, else that of the other files where they agree, else the start. */
function stampsTaken(
  files: readonly StampedFile[],
  seen: readonly SeenStamp[],
): readonly FileStamp[] {
  const known = files.map(({ given }, file) => given ?? seen[file]?.edge ?? null);
  const edges = new Set(known.filter((edge) => edge !== null));
  const [common] = edges.size === 1 ? edges : [];
  return files.map(({ given }, file): FileStamp => {
    if (given !== null) return { edge: given, from: 'given' };
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
  files: readonly StampedFile[],
  seen: readonly SeenStamp[],
): void {
  for (const [file, { edge, days, forStart, forEnd }] of seen.entries()) {
    const given = files[file]?.given ?? null;
    if (given === null || edge === null || edge === given) continue;
    const [most, what] =
      edge === 'end'
        ? [forEnd, 'a row at the close and none at the open']
        : [forStart, 'a row at the open and none at the close'];
    book.report('wrong-stamp', { file, line: 1, date: null }, () =>
      said(
        `Bars look stamped at their ${edge}, and are read as if at their ${given}`,
        `${what} on ${String(most)} of ${String(days)} days`,
        `--stamp ${edge} for this file, or none: it is detected`,
      ),
    );
  }
}
