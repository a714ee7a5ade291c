/** So many are searched for one by one before an index of all is made. */
const SEARCHES_MAX = 16;

/**
 * Finds items of a list by a key, the last one where several have it. Most lists are long and are asked for a few: an
 * index is made only of those that are asked for more.
 */
export class Lookup<Item> {
  readonly #items: readonly Item[];
  readonly #keyOf: (item: Item) => string;
  readonly #found = new Map<string, Item | undefined>();
  #isWhole = false;

  constructor(items: readonly Item[], keyOf: (item: Item) => string) {
    this.#items = items;
    this.#keyOf = keyOf;
  }

  /** The item of a key; undefined when none has it. */
  find(key: string): Item | undefined {
    const found = this.#found.get(key);
    if (found !== undefined || this.#isWhole || this.#found.has(key)) return found;
    if (this.#found.size >= SEARCHES_MAX) {
      this.#isWhole = true;
      for (const item of this.#items) this.#found.set(this.#keyOf(item), item);
      return this.#found.get(key);
    }
    const item = this.#search(key);
    this.#found.set(key, item);
    return item;
  }

  /** Written out: it goes through thousands of contracts several times a day of a backtest. */
  #search(key: string): Item | undefined {
    const items = this.#items;
    const keyOf = this.#keyOf;
    for (let place = items.length - 1; place >= 0; place -= 1) {
      const item = items[place];
      if (item !== undefined && keyOf(item) === key) return item;
    }
    return undefined;
  }
}
