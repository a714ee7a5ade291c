import { type Quote } from '../../model/market/quote.ts';

/**
 * The quotes of the last look, by which symbols of them are asked for. Looks bring the same symbols in the same order for hours, so
 * where those of a set are is found once.
 */
export class ShownQuotes {
  #quotes: readonly Quote[] = [];
  #places = new WeakMap<ReadonlySet<string>, readonly number[]>();

  take(quotes: readonly Quote[]): void {
    const before = this.#quotes;
    this.#quotes = quotes;
    if (!haveSameSymbols(before, quotes)) this.#places = new WeakMap();
  }

  /** Those of some symbols, in the order of the look. The set must not change. */
  of(symbols: ReadonlySet<string>): readonly Quote[] {
    const wanted: Quote[] = [];
    for (const place of this.#places.get(symbols) ?? this.#find(symbols)) {
      const quote = this.#quotes[place];
      if (quote !== undefined) wanted.push(quote);
    }
    return wanted;
  }

  #find(symbols: ReadonlySet<string>): readonly number[] {
    const places = this.#quotes.flatMap(({ symbol }, place) => (symbols.has(symbol) ? place : []));
    this.#places.set(symbols, places);
    return places;
  }
}

function haveSameSymbols(before: readonly Quote[], quotes: readonly Quote[]): boolean {
  if (before.length !== quotes.length) return false;
  return quotes.every(({ symbol }, place) => symbol === before[place]?.symbol);
}
