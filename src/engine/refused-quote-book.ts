import { type RefusedQuote } from '../ports/prices.ts';
import { TroubleFold } from './trouble-fold.ts';

/**
 * Symbols whose quotes cannot be used, each since the last poll in which it could be.
 *
 * *Usable*: not listed. *Refused*: listed by the first poll that refuses its quote, until one does not.
 */
export class RefusedQuoteBook {
  readonly #sinceMs = new Map<string, number>();
  /** Of all that polls refuse. */
  readonly any = new TroubleFold();
  /** Of symbols that are held and have had no usable quote for too long. */
  readonly held = new TroubleFold();

  /** Takes in what a poll refused. */
  take(refused: readonly RefusedQuote[], nowMs: number): void {
    const symbols = new Set(refused.flatMap(({ symbol }) => symbol ?? []));
    for (const symbol of this.#sinceMs.keys()) {
      if (!symbols.has(symbol)) this.#sinceMs.delete(symbol);
    }
    for (const symbol of symbols) {
      if (!this.#sinceMs.has(symbol)) this.#sinceMs.set(symbol, nowMs);
    }
  }

  /** For how long a symbol has been refused, milliseconds; 0 when it is not. */
  forMs(symbol: string, nowMs: number): number {
    return nowMs - (this.#sinceMs.get(symbol) ?? nowMs);
  }
}
