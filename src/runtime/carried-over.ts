import { type Json } from '../base/json.ts';
import { ACTIVE, type Halt } from '../model/halt.ts';
import { type IstDate } from '../model/ist.ts';
import { type JournalEntry, type ReadableJournal } from '../ports/journal.ts';

/** What strategies left in their stores, by strategy. */
export type Stores = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** What a day leaves to the next, followed through its entries. */
export class CarriedOver {
  #halt = ACTIVE;
  readonly #stores = new Map<string, Record<string, Json>>();

  /** Takes an entry in. */
  take(entry: JournalEntry): void {
    if (entry.kind === 'halt') this.#halt = entry.halt;
    else if (entry.kind === 'store') {
      const { strategy, key, value } = entry;
      this.#stores.set(strategy, { ...this.#stores.get(strategy), [key]: value });
    } else if (entry.kind === 'day-opened') {
      this.#halt = entry.halt;
      for (const [strategy, store] of Object.entries(entry.stores)) {
        this.#stores.set(strategy, { ...store });
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

/** What the last day of a journal before a date left behind. */
export function carriedOver(journal: ReadableJournal, date: IstDate): CarriedOver {
  const carried = new CarriedOver();
  const last = journal
    .dates()
    .filter((day) => day < date)
    .at(-1);
  if (last === undefined) return carried;
  for (const entry of journal.entriesOf(last)) carried.take(entry);
  return carried;
}
