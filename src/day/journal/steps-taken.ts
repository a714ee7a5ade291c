import { type JournalEntry } from '../../ports/journal.ts';

/** When a recorded process did something: what was due while it stood still, it came to later. */
export class StepsTaken {
  readonly #instants: number[] = [];

  /** Passes a day's entries on, and keeps their instants. */
  *note(entries: Iterable<JournalEntry>): Generator<JournalEntry, void, undefined> {
    for (const entry of entries) {
      const lastMs = this.#instants.at(-1) ?? -Infinity;
      if (entry.kind === 'event' && entry.atMs > lastMs) this.#instants.push(entry.atMs);
      yield entry;
    }
  }

  /** The first of them that is not before an instant; that one itself where none is. */
  readonly cameTo = (dueAtMs: number): number => {
    let [low, high] = [0, this.#instants.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#instants[middle] ?? dueAtMs) < dueAtMs) low = middle + 1;
      else high = middle;
    }
    return this.#instants[low] ?? dueAtMs;
  };
}
