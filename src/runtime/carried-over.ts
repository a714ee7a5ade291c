import { type Json } from '../base/json.ts';
import { ACTIVE, type Halt } from '../model/halt.ts';
import { runName } from '../model/run.ts';
import { type JournalEntry } from '../ports/journal.ts';

/** What strategies left in their stores, by the name of the run: `straddle`, `straddle#2`. */
export type Stores = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** What a day leaves to the next, followed through its entries. */
export class CarriedOver {
  #halt = ACTIVE;
  readonly #stores = new Map<string, Record<string, Json>>();

  /** Takes an entry in. */
  take(entry: JournalEntry): void {
    if (entry.kind === 'halt') this.#halt = entry.halt;
    else if (entry.kind === 'store') {
      const { runId, key, value } = entry;
      const run = runName(runId);
      this.#stores.set(run, { ...this.#stores.get(run), [key]: value });
    } else if (entry.kind === 'day-opened') {
      this.#halt = entry.halt;
      for (const [run, store] of Object.entries(entry.stores)) {
        this.#stores.set(run, { ...store });
      }
    }
  }

  /** Passes entries on, each taken in first. */
  *following(entries: Iterable<JournalEntry>): Generator<JournalEntry, void, undefined> {
    for (const entry of entries) {
      this.take(entry);
      yield entry;
    }
  }

  /** Whether new risk may be taken. */
  get halt(): Halt {
    return this.#halt;
  }

  /** What strategies have in their stores. */
  get stores(): Stores {
    return Object.fromEntries(this.#stores);
  }
}
