import { type Json } from '../base/json.ts';
import { type CarriedPosition, type CarriedRun } from '../model/orders/carried-over.ts';
import { ACTIVE, type Halt } from '../model/orders/halt-and-lock.ts';
import { runName } from '../model/runs/run.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type JournalEntry, type ReadableJournal } from '../ports/journal.ts';

/** What strategies left in their stores, by the name of the run: `straddle`, `straddle#2`. */
export type Stores = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** What a day leaves to the next, followed through its entries. */
export class CarriedOver {
  #halt = ACTIVE;
  #runs: readonly CarriedRun[] = [];
  readonly #stores = new Map<string, Record<string, Json>>();

  take(entry: JournalEntry): void {
    if (entry.kind === 'halt') this.#halt = entry.halt;
    else if (entry.kind === 'store') {
      const { runId, key, value } = entry;
      const run = runName(runId);
      this.#stores.set(run, { ...this.#stores.get(run), [key]: value });
    } else if (entry.kind === 'day-opened') {
      this.#halt = entry.halt;
      this.#runs = entry.carried ?? [];
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

  /** What the day began with of positions from earlier days. */
  get runs(): readonly CarriedRun[] {
    return this.#runs;
  }

  get stores(): Stores {
    return Object.fromEntries(this.#stores);
  }
}

/** What runs hold from earlier days, by their names: identifiers differ from day to day. */
export type CarriedOverNight = ReadonlyMap<string, readonly CarriedPosition[]>;

/** Nothing is held. */
export const NOTHING_CARRIED: CarriedOverNight = new Map();

/** How a journal stood when it was last written, under another date than a day's. */
export interface LeftUnderAnotherDate {
  readonly date: IstDate;
  /** Of the last entry. */
  readonly lastAtMs: number;
  readonly halt: Halt;
  readonly stores: Stores;
}

/**
 * What was written last, when that was under another date; null when it was under this one, or nothing was. It need not
 * be the day before: where a clock was days ahead, a later date comes before an earlier one, or a day comes twice.
 */
export function leftUnderAnotherDate(
  journal: ReadableJournal,
  date: IstDate,
): LeftUnderAnotherDate | null {
  const last = journal.lastDate();
  if (last === null || last === date) return null;
  const left = new CarriedOver();
  let lastAtMs = 0;
  for (const entry of journal.entriesOf(last)) {
    left.take(entry);
    lastAtMs = entry.atMs;
  }
  return { date: last, lastAtMs, halt: left.halt, stores: left.stores };
}

/** What people must know of it where that date is a later one; nothing where it is not. */
export function toldOfLater(
  { date: later }: LeftUnderAnotherDate,
  date: IstDate,
): readonly Notice[] {
  if (later < date) return [];
  return [noticeOf('journal-of-later-date', null, { later, today: date })];
}
