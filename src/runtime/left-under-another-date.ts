import { type Halt } from '../model/halt.ts';
import { type IstDate } from '../model/ist.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { CarriedOver, type Stores } from './carried-over.ts';
import { type Notice } from './notice.ts';

/** How a journal stood when it was last written, under another date than a day's. */
export interface LeftUnderAnotherDate {
  readonly date: IstDate;
  /** Of the last entry. */
  readonly lastAtMs: number;
  readonly halt: Halt;
  readonly stores: Stores;
}

/**
 * What was written last, when that was under another date; null when it was under this one, or nothing was. It need not
 * be the day before: where a clock was days ahead, a later date comes before an earlier one, or a day comes twice.
 */
export function leftUnderAnotherDate(
  journal: ReadableJournal,
  date: IstDate,
): LeftUnderAnotherDate | null {
  const last = journal.lastDate();
  if (last === null || last === date) return null;
  const left = new CarriedOver();
  let lastAtMs = 0;
  for (const entry of journal.entriesOf(last)) {
    left.take(entry);
    lastAtMs = entry.atMs;
  }
  return { date: last, lastAtMs, halt: left.halt, stores: left.stores };
}

/** What people must know of it where that date is a later one; null where it is not. */
export function toldOfLater(
  { date: later }: LeftUnderAnotherDate,
  date: IstDate,
): Omit<Notice, 'atMs'> | null {
  if (later < date) return null;
  const message = `The journal was last written under ${later}, and today is ${date}: a clock was wrong, then or now, or it was a rehearsal. A halt of then holds; orders and positions of then are not followed today: look at the platform`;
  return { severity: 'warning', runId: null, message };
}
