import { istDate, type IstDate } from '../../model/ist.ts';
import { type JournalEntry, type ReadableJournal } from '../../ports/journal.ts';

/** A journal that lasts as long as the process. */
export function createMemoryJournal(): ReadableJournal {
  const kept: { readonly date: IstDate; readonly entry: JournalEntry }[] = [];
  return {
    append: (entries, date) => {
      for (const entry of entries) kept.push({ date: date ?? istDate(entry.atMs), entry });
      return null;
    },
    dates: () => [...new Set(kept.map(({ date }) => date))].sort(),
    lastDate: () => kept.at(-1)?.date ?? null,
    entriesOf: (of) => kept.flatMap(({ date, entry }) => (date === of ? entry : [])),
    close: () => undefined,
  };
}
