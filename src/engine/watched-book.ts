import { type Watch } from '../model/input.ts';

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

/** What is watched, kept for as long as that from which it follows stays the same: it is asked for at every step. */
export class WatchedBook {
  readonly #ofWatches = new WeakMap<readonly Watch[], Kept<ReadonlySet<string>>>();
  #symbols: Kept<Symbols> | null = null;
  #underlyings: Kept<readonly string[]> | null = null;

  /** Symbols that one list of watches asks for. */
  symbolsOf(
    watches: readonly Watch[],
    causes: Causes,
    make: () => ReadonlySet<string>,
  ): ReadonlySet<string> {
    const kept = keep(this.#ofWatches.get(watches), causes, make);
    this.#ofWatches.set(watches, kept);
    return kept.value;
  }

  /** Symbols that are wanted in all. */
  symbols(causes: Causes, make: () => ReadonlySet<string>): Symbols {
    this.#symbols = keep(this.#symbols, causes, () => {
      const set = make();
      return { set, sorted: [...set].sort() };
    });
    return this.#symbols.value;
  }

  /** Underlyings of which the contracts are wanted. */
  underlyings(causes: Causes, make: () => readonly string[]): readonly string[] {
    this.#underlyings = keep(this.#underlyings, causes, make);
    return this.#underlyings.value;
  }
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
  if (left.length !== right.length) return false;
  for (let place = 0; place < left.length; place += 1) {
    if (left[place] !== right[place]) return false;
  }
  return true;
}
