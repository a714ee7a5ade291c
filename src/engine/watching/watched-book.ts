import { type HistoryAsked } from '../../model/market/bar.ts';
import { type Watch } from '../../model/runs/input.ts';
import { type Run } from '../lifecycle/run-book.ts';

/** What something follows from: the same objects and numbers, and it is the same. */
type Causes = readonly unknown[];

interface Kept<Value> {
  readonly causes: Causes;
  readonly value: Value;
}

/** Symbols that are wanted, and the same in order. */
export interface Symbols {
  readonly set: ReadonlySet<string>;
  readonly sorted: readonly string[];
}

/** From which books the wanted symbols follow. */
interface Books {
  readonly intents: Versioned;
  readonly ledger: Versioned;
  readonly quotes: Versioned;
  readonly contracts: Versioned;
  readonly runs: { readonly all: () => readonly Watcher[] };
}

/** What of a run decides about what is wanted. */
export type Watcher = Pick<Run, 'state' | 'watches'>;

/** Bars of the past that a run wants. */
export interface WatchedHistory {
  readonly runId: string;
  readonly asked: HistoryAsked;
}

interface Versioned {
  readonly version: number;
}

/** How the books stood. */
interface Standing {
  readonly versions: readonly number[];
  readonly watches: WatchesOfRuns;
}

/** What each run watches; null for one that does not run. */
type WatchesOfRuns = readonly (readonly Watch[] | null)[];

/** What follows from the watches of all runs alone. */
interface OfRuns<Value> {
  readonly watches: WatchesOfRuns;
  readonly value: Value;
}

/** What is watched, kept for as long as that from which it follows stays the same: it is asked for at every step. */
export class WatchedBook {
  readonly #ofWatches = new WeakMap<readonly Watch[], Kept<ReadonlySet<string>>>();
  #symbols: Kept<Symbols> | null = null;
  #standing: Standing | null = null;
  #underlyings: OfRuns<readonly string[]> | null = null;
  #histories: OfRuns<readonly WatchedHistory[]> | null = null;

  /** Symbols that one list of watches asks for. */
  symbolsOf(
    watches: readonly Watch[],
    causes: Causes,
    make: () => ReadonlySet<string>,
  ): ReadonlySet<string> {
    const before = this.#ofWatches.get(watches);
    const kept = keep(before, causes, make);
    if (kept !== before) this.#ofWatches.set(watches, kept);
    return kept.value;
  }

  /** The symbols that are wanted in all, where no book has changed since they were made; null otherwise. */
  current(books: Books): Symbols | null {
    const { intents, ledger, quotes, contracts, runs } = books;
    if (this.#standing === null || this.#symbols === null) return null;
    const [ofIntents, ofLedger, ofQuotes, ofContracts] = this.#standing.versions;
    const isSameBooks =
      ofIntents === intents.version &&
      ofLedger === ledger.version &&
      ofQuotes === quotes.version &&
      ofContracts === contracts.version;
    return isSameBooks && isSameRuns(this.#standing.watches, runs.all())
      ? this.#symbols.value
      : null;
  }

  /** Symbols that are wanted in all. */
  symbols(books: Books, causes: Causes, make: () => ReadonlySet<string>): Symbols {
    const { intents, ledger, quotes, contracts, runs } = books;
    const versions = [intents.version, ledger.version, quotes.version, contracts.version];
    this.#standing = { versions, watches: watchesOf(runs.all()) };
    this.#symbols = keep(this.#symbols, causes, () => {
      const set = make();
      return { set, sorted: [...set].sort() };
    });
    return this.#symbols.value;
  }

  /** Underlyings of which the contracts are wanted. */
  underlyings(runs: readonly Watcher[], make: () => readonly string[]): readonly string[] {
    if (this.#underlyings === null || !isSameRuns(this.#underlyings.watches, runs)) {
      this.#underlyings = { watches: watchesOf(runs), value: make() };
    }
    return this.#underlyings.value;
  }

  /** Bars of the past that are wanted. */
  histories(
    runs: readonly Watcher[],
    make: () => readonly WatchedHistory[],
  ): readonly WatchedHistory[] {
    if (this.#histories === null || !isSameRuns(this.#histories.watches, runs)) {
      this.#histories = { watches: watchesOf(runs), value: make() };
    }
    return this.#histories.value;
  }
}

function watchesOf(runs: readonly Watcher[]): WatchesOfRuns {
  return runs.map(({ state, watches }) => (state === 'running' ? watches : null));
}

function isSameRuns(before: WatchesOfRuns, runs: readonly Watcher[]): boolean {
  if (before.length !== runs.length) return false;
  return runs.every(({ state, watches }, place) => {
    return before[place] === (state === 'running' ? watches : null);
  });
}

function keep<Value>(
  kept: Kept<Value> | null | undefined,
  causes: Causes,
  make: () => Value,
): Kept<Value> {
  if (kept !== null && kept !== undefined && isSame(kept.causes, causes)) return kept;
  return { causes, value: make() };
}

function isSame(left: Causes, right: Causes): boolean {
  return left.length === right.length && left.every((cause, place) => cause === right[place]);
}
