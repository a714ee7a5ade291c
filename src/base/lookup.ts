/** Searches one by one before an index of all is built. */
const SEARCHES_MAX = 16;

/** Finds items of a list by key, the last where several have it. Builds an index only after some searches: most long lists get few. */
export class Lookup<Item> {
  readonly #items: readonly Item[];
  readonly #keyOf: (item: Item) => string;
  readonly #found = new Map<string, Item | undefined>();
  #isWhole = false;

  constructor(items: readonly Item[], keyOf: (item: Item) => string) {
    this.#items = items;
    this.#keyOf = keyOf;
  }

  /**
   * The item of a key; undefined when none has it.
   *
   * @param likely - makes a quick test that the item of a key nearly always passes: texts of others are compared only where
   *   none does
   */
  find(key: string, likely?: (key: string) => (item: Item) => boolean): Item | undefined {
    const found = this.#found.get(key);
    if (found !== undefined || this.#isWhole || this.#found.has(key)) return found;
    if (this.#found.size >= SEARCHES_MAX) {
      this.#isWhole = true;
      for (const item of this.#items) this.#found.set(this.#keyOf(item), item);
      return this.#found.get(key);
    }
    const item = (likely && this.#search(key, likely(key))) ?? this.#search(key);
    this.#found.set(key, item);
    return item;
  }

  /** A plain loop: backtests run it over thousands of contracts. */
  #search(key: string, isLikely?: (item: Item) => boolean): Item | undefined {
    const items = this.#items;
    const keyOf = this.#keyOf;
    for (let place = items.length - 1; place >= 0; place -= 1) {
      const item = items[place];
      if (item === undefined || isLikely?.(item) === false) continue;
      if (keyOf(item) === key) return item;
    }
    return undefined;
  }
}
