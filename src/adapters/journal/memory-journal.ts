import { type Journal, type JournalEntry } from '../../ports/journal.ts';

/** A journal that lasts as long as the process. Entries are handed to `onEntry` and, when asked, kept. */
export function createMemoryJournal(
  onEntry: (entry: JournalEntry) => void = () => undefined,
): Journal {
  return {
    append: (entries) => {
      for (const entry of entries) onEntry(entry);
    },
    close: () => undefined,
  };
}
