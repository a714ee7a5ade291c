/** A binary min-heap. `isBefore` must be a strict total order, or equal elements come out in no promised order. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #isBefore: (left: Item, right: Item) => boolean;

  constructor(isBefore: (left: Item, right: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  /** How many items it holds. */
  get size(): number {
    return this.#items.length;
  }

  /** The first item in order, left in place. */
  peek(): Item | undefined {
    return this.#items[0];
  }

  /** Adds an item: O(log n). */
  push(item: Item): void {
    const items = this.#items;
    let hole = items.length;
    items.push(item);
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = items[parent] as Item;
      if (!this.#isBefore(item, above)) break;
      items[hole] = above;
      hole = parent;
    }
    items[hole] = item;
  }

  /** Takes the first item in order: O(log n). */
  pop(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length > 0 && last !== undefined) this.#sink(last);
    return first;
  }

  #sink(item: Item): void {
    const items = this.#items;
    const count = items.length;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= count) break;
      const right = child + 1;
      if (right < count && this.#isBefore(items[right] as Item, items[child] as Item)) {
        child = right;
      }
      if (!this.#isBefore(items[child] as Item, item)) break;
      items[hole] = items[child] as Item;
      hole = child;
    }
    items[hole] = item;
  }
}
