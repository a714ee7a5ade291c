import { istDate } from '../../model/ist.ts';
import { type JournalEntry, type ReadableJournal } from '../../ports/journal.ts';

/** A journal that lasts as long as the process. */
export function createMemoryJournal(): ReadableJournal {
  const kept: JournalEntry[] = [];
  return {
    append: (entries) => {
      for (const entry of entries) kept.push(entry);
      return null;
    },
    dates: () => [...new Set(kept.map(({ atMs }) => istDate(atMs)))].sort(),
    entriesOf: (date) => kept.filter(({ atMs }) => istDate(atMs) === date),
    close: () => undefined,
  };
}
