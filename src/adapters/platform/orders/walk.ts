import { type Entry, indexByOrderId, isUnread } from './observe.ts';
import { type RecordLayout } from './record-layout.ts';

/** One poll, held for the next one. Record `i` of the layout was read as entry `i`. */
export interface Held {
  readonly body: Buffer;
  readonly entries: readonly Entry[];
  readonly layout: RecordLayout;
}

/** Walks through the held records beside a new body, on the guess that most of them come again in their order. */
export class Walk {
  readonly #held: Held;
  readonly #body: Buffer;
  #next = 0;
  #indexById: ReadonlyMap<string, number> | null = null;

  constructor(held: Held, body: Buffer) {
    this.#held = held;
    this.#body = body;
  }

  /**
   * The record at `start` when it has the bytes of the next held one, or of the one after (one is gone); else null.
   * The same bytes at the start of a value are the same value: a JSON object ends itself.
   */
  takeSame(start: number): { readonly entry: Entry; readonly end: number } | null {
    return this.#takeIfSame(start, this.#next) ?? this.#takeIfSame(start, this.#next + 1);
  }

  /** Goes on behind the held record of an order that had to be parsed; stays when it is a new one. */
  pass(entry: Entry): void {
    const guess = this.#held.entries[this.#next];
    if (
      isUnread(entry) ||
      (guess !== undefined && (isUnread(guess) || guess.orderId === entry.orderId))
    ) {
      this.#next += 1;
      return;
    }
    this.#indexById ??= indexByOrderId(this.#held.entries);
    const found = this.#indexById.get(entry.orderId);
    if (found !== undefined) this.#next = found + 1;
  }

  #takeIfSame(
    start: number,
    index: number,
  ): { readonly entry: Entry; readonly end: number } | null {
    const { entries, layout, body } = this.#held;
    const entry = entries[index];
    const heldStart = layout.start(index);
    if (entry === undefined || heldStart < 0) return null;
    const heldEnd = layout.end(index);
    const end = start + heldEnd - heldStart;
    if (end > this.#body.length) return null;
    if (this.#body.compare(body, heldStart, heldEnd, start, end) !== 0) return null;
    this.#next = index + 1;
    return { entry, end };
  }
}
