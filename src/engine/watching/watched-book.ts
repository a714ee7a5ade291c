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
  readonly versions: readonly [intents: number, ledger: number, contracts: number];
  /** Of the quotes: only the symbols of chains follow from them. */
  quotes: number;
  readonly chains: readonly Chained[];
  readonly watches: WatchesOfRuns;
}

/** Watches with a chain among them, and what they ask for. */
interface Chained {
  readonly watches: readonly Watch[];
  readonly symbols: ReadonlySet<string>;
}

type SymbolsOf = (watches: readonly Watch[]) => ReadonlySet<string>;

/** What the wanted symbols are made of. */
interface Making {
  readonly causes: Causes;
  readonly symbolsOf: SymbolsOf;
  readonly make: () => ReadonlySet<string>;
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

  /** The symbols that are wanted in all, where nothing has changed from which they follow; null otherwise. */
  current({ intents, ledger, quotes, contracts, runs }: Books, of: SymbolsOf): Symbols | null {
    const standing = this.#standing;
    if (standing === null || this.#symbols === null) return null;
    const [ofIntents, ofLedger, ofContracts] = standing.versions;
    if (ofIntents !== intents.version || ofLedger !== ledger.version) return null;
    if (ofContracts !== contracts.version || !isSameRuns(standing.watches, runs.all())) return null;
    if (standing.quotes !== quotes.version) {
      if (!standing.chains.every(({ watches, symbols }) => of(watches) === symbols)) return null;
      standing.quotes = quotes.version;
    }
    return this.#symbols.value;
  }

  /** Symbols that are wanted in all. */
  symbols(books: Books, { causes, symbolsOf, make }: Making): Symbols {
    const { intents, ledger, quotes, contracts, runs } = books;
    const watches = watchesOf(runs.all());
    this.#standing = {
      versions: [intents.version, ledger.version, contracts.version],
      quotes: quotes.version,
      chains: chainedOf(watches, symbolsOf),
      watches,
    };
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

function chainedOf(all: WatchesOfRuns, symbolsOf: SymbolsOf): readonly Chained[] {
  return all.flatMap((watches): readonly Chained[] => {
    if (watches?.some(({ kind }) => kind === 'chain') !== true) return [];
    return [{ watches, symbols: symbolsOf(watches) }];
  });
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
