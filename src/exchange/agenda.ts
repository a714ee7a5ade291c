import { Heap } from '../base/heap.ts';

interface Item {
  readonly atMs: number;
  readonly sequence: number;
  readonly act: (atMs: number) => void;
}

/** What is due when. Things due at one instant happen in the order in which they were entered. */
export class Agenda {
  readonly #items = new Heap<Item>((left, right) =>
    left.atMs === right.atMs ? left.sequence < right.sequence : left.atMs < right.atMs,
  );
  #sequence = 0;

  /** When the next thing is due; null when nothing is. */
  get nextMs(): number | null {
    return this.#items.peek()?.atMs ?? null;
  }

  /** Enters something to do. */
  add(atMs: number, act: (atMs: number) => void): void {
    this.#sequence += 1;
    this.#items.push({ atMs, sequence: this.#sequence, act });
  }

  /** Does the next thing if it is due at `atMs` or before, and says whether it did. */
  runNext(atMs: number): boolean {
    const next = this.#items.peek();
    if (next === undefined || next.atMs > atMs) return false;
    this.#items.pop();
    next.act(next.atMs);
    return true;
  }

  /** Does everything that is due at `atMs` or before, also what is entered meanwhile. */
  runDue(atMs: number): void {
    let isMore = true;
    while (isMore) isMore = this.runNext(atMs);
  }
}
