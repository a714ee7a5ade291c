import { type Calendar } from '../../../../model/calendar.ts';
import { type PriceSeries } from '../price-series.ts';
import { type ProblemBook } from '../problem-book.ts';
import { type FileStamp, type StampEdge } from './stamp-edge.ts';
import { StampTally, stampsTaken, tellWrongStamps } from './stamp-tally.ts';

/**
 * By which edge of their minute the bars of each file are read. Rows are read by the edge that is given, else by the start;
 * once all are there, those of files that turn out to be stamped at the end are moved a minute back.
 */
export class ReadStamps {
  readonly #calendar: Calendar;
  readonly #given: (StampEdge | null)[] = [];
  readonly #hasBars: boolean[] = [];

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  /** Begins the next file, with what is given for it. */
  begin(given: StampEdge | null): void {
    this.#given.push(given);
    this.#hasBars.push(false);
  }

  /** Takes note that the file under way holds bars; the stamps of single prices are no edges. */
  noteBars(): void {
    this.#hasBars[this.#hasBars.length - 1] = true;
  }

  /** Moves rows to their minutes. What each file was read by comes back; nothing of those without bars. */
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
