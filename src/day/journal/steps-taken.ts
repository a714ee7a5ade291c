import { isCodedTime } from '../../engine/codec/event-codec.ts';
import { type JournalEntry } from '../../ports/journal.ts';

/**
 * When a recorded process looked at what was due: what was due before, it came to then. An answer or a request may be worked
 * in between.
 */
export class StepsTaken {
  readonly #instants: number[] = [];

  /** Passes a day's entries on, and keeps the instants of those looks. */
  *note(entries: Iterable<JournalEntry>): Generator<JournalEntry, void, undefined> {
    for (const entry of entries) {
      const isLook = entry.kind === 'event' && isCodedTime(entry.event);
      if (isLook && entry.atMs > (this.#instants.at(-1) ?? -Infinity)) {
        this.#instants.push(entry.atMs);
      }
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
