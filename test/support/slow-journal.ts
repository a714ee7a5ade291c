import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import {
  type JournalEntry,
  type JournalFailure,
  type ReadableJournal,
} from '../../src/ports/journal.ts';

/** A journal that makes durable what it has taken only when it is told to, as one over a network does when it can. */
export class SlowJournal implements ReadableJournal {
  readonly fence = 1;
  readonly #memory = createMemoryJournal();
  #pending: { readonly entries: readonly JournalEntry[]; readonly date: string | undefined }[] = [];
  #taken = 0;
  #through = 0;
  #listener: (failure: JournalFailure | null) => void = () => undefined;
  /** How often it made something durable. */
  commits = 0;

  readonly durable = {
    through: (): number => this.#through,
    whenChanged: (listener: (failure: JournalFailure | null) => void): void => {
      this.#listener = listener;
    },
  };

  readonly append: ReadableJournal['append'] = (entries, date) => {
    this.#taken += entries.length;
    this.#pending.push({ entries, date });
    return { ok: true, value: this.#taken };
  };

  /** Makes all that was taken durable, in one commit. */
  commit(): void {
    for (const { entries, date } of this.#pending) this.#memory.append(entries, date);
    this.#pending = [];
    this.#through = this.#taken;
    this.commits += 1;
    this.#listener(null);
  }

  /** Loses all that was taken and is not durable. */
  lose(failure: JournalFailure): void {
    this.#pending = [];
    this.#listener(failure);
  }

  readonly dates = (): readonly string[] => this.#memory.dates();
  readonly lastDate = (): string | null => this.#memory.lastDate();
  readonly entriesOf = (date: string): Iterable<JournalEntry> => this.#memory.entriesOf(date);
  readonly close = (): void => undefined;
}
