import { type Journal, type JournalEntry } from '../../ports/journal.ts';

/** A journal that keeps nothing: each entry is handed to `onEntry`, which knows what it needs of it. */
export function createMemoryJournal(onEntry: (entry: JournalEntry) => void): Journal {
  return {
    append: (entries) => {
      for (const entry of entries) onEntry(entry);
    },
    close: () => undefined,
  };
}
