import { type Quote } from '../model/quote.ts';

/** Shared by the quotes that one poll brought. */
interface PollStamp {
  askedAtMs: number;
}

/** The last quote of each symbol, and when the poll that brought it began. */
export class QuoteBoard {
  readonly #quotes = new Map<string, { readonly quote: Quote; readonly poll: PollStamp }>();
  #lastPoll: PollStamp = { askedAtMs: -Infinity };

  /** Takes in a poll's quotes. A quote that is older than the held one is not taken. */
  observe(quotes: readonly Quote[], askedAtMs: number): void {
    const poll = { askedAtMs };
    this.#lastPoll = poll;
    for (const quote of quotes) {
      const held = this.#quotes.get(quote.symbol);
      if (held !== undefined && held.quote.atMs > quote.atMs) continue;
      this.#quotes.set(quote.symbol, { quote, poll });
    }
  }

  /** A later poll would have brought what the last one did. */
  confirm(askedAtMs: number): void {
    this.#lastPoll.askedAtMs = askedAtMs;
  }

  /** The last known quote, however old. */
  last(symbol: string): Quote | null {
    return this.#quotes.get(symbol)?.quote ?? null;
  }

  /** How old the last quote is; nulls when there is none. */
  ages(symbol: string, nowMs: number): { quoteAgeMs: number | null; priceAgeMs: number | null } {
    const held = this.#quotes.get(symbol);
    if (held === undefined) return { quoteAgeMs: null, priceAgeMs: null };
    return { quoteAgeMs: nowMs - held.poll.askedAtMs, priceAgeMs: nowMs - held.quote.atMs };
  }
}
