import { type IstDate } from '../model/ist.ts';
import { type ReadableJournal } from '../ports/journal.ts';
import { CarriedOver, type Stores } from './carried-over.ts';
import { type LeftUnderAnotherDate } from './left-under-another-date.ts';

/** What strategies left in their stores by the end of the last day before a date. Nothing is read again that `left` has. */
export function storesBefore(
  journal: ReadableJournal,
  date: IstDate,
  left: LeftUnderAnotherDate | null,
): Stores {
  const before = journal
    .dates()
    .filter((day) => day < date)
    .at(-1);
  if (before === undefined) return {};
  if (before === left?.date) return left.stores;
  const carried = new CarriedOver();
  for (const entry of journal.entriesOf(before)) carried.take(entry);
  return carried.stores;
}
