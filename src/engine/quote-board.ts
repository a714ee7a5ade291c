import { type Quote } from '../model/quote.ts';

/** The last quote of each symbol, and when the poll that brought it began. */
export class QuoteBoard {
  readonly #quotes = new Map<string, { readonly quote: Quote; readonly askedAtMs: number }>();

  /** Takes in a poll's quotes. A quote that is older than the held one is not taken. */
  observe(quotes: readonly Quote[], askedAtMs: number): void {
    for (const quote of quotes) {
      const held = this.#quotes.get(quote.symbol);
      if (held !== undefined && held.quote.atMs > quote.atMs) continue;
      this.#quotes.set(quote.symbol, { quote, askedAtMs });
    }
  }

  /** The last known quote, however old. */
  last(symbol: string): Quote | null {
    return this.#quotes.get(symbol)?.quote ?? null;
  }

  /** How old the last quote is; nulls when there is none. */
  ages(symbol: string, nowMs: number): { quoteAgeMs: number | null; priceAgeMs: number | null } {
    const held = this.#quotes.get(symbol);
    if (held === undefined) return { quoteAgeMs: null, priceAgeMs: null };
    return { quoteAgeMs: nowMs - held.askedAtMs, priceAgeMs: nowMs - held.quote.atMs };
  }
}
