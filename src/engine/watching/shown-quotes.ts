import { type Quote } from '../../model/market/quote.ts';

/**
 * The quotes of the last look, by which symbols of them are asked for. Looks bring the same symbols in the same order for hours, so
 * where those of a set are is found once.
 */
export class ShownQuotes {
  #quotes: readonly Quote[] = [];
  #places = new WeakMap<ReadonlySet<string>, readonly number[]>();

  take(quotes: readonly Quote[]): void {
    if (!areOfFirst(quotes, this.#quotes)) this.#places = new WeakMap();
    this.#quotes = quotes;
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

/** Whether all are of the symbols that came first before: where those of a set were, they are. */
function areOfFirst(quotes: readonly Quote[], before: readonly Quote[]): boolean {
  return quotes.every(({ symbol }, place) => symbol === before[place]?.symbol);
}
