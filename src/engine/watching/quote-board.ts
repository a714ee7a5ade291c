import { type ComingQuotes, type Quote } from '../../model/market/quote.ts';

/** Shared by the quotes that one poll brought. */
interface PollStamp {
  askedAtMs: number;
  readonly coming: ComingQuotes | null;
}

interface HeldQuote {
  quote: Quote;
  /** For which beginning of its poll the quote holds. */
  askedAtMs: number;
  readonly poll: PollStamp;
}

/** The last quote of each symbol, and when the poll that brought it began. */
export class QuoteBoard {
  readonly #quotes = new Map<string, HeldQuote>();
  #lastPoll: PollStamp = { askedAtMs: -Infinity, coming: null };
  #version = 0;

  /** Goes up whenever a quote may be another one. */
  get version(): number {
    return this.#version;
  }

  /** Takes in a poll's quotes. A quote that is older than the held one is not taken. */
  observe(quotes: readonly Quote[], askedAtMs: number, coming: ComingQuotes | null = null): void {
    const poll = { askedAtMs, coming };
    this.#lastPoll = poll;
    this.#version += 1;
    for (const quote of quotes) {
      const held = this.#quotes.get(quote.symbol);
      if (held !== undefined && quoteOf(held).atMs > quote.atMs) continue;
      this.#quotes.set(quote.symbol, { quote, askedAtMs, poll });
    }
  }

  /** A later poll would have brought what the last one did, or what was said to come. */
  confirm(askedAtMs: number): void {
    this.#lastPoll.askedAtMs = askedAtMs;
    if (this.#lastPoll.coming !== null) this.#version += 1;
  }

  /** The last known quote, however old. */
  last(symbol: string): Quote | null {
    const held = this.#quotes.get(symbol);
    return held === undefined ? null : quoteOf(held);
  }

  /** How old the last quote is; nulls when there is none. */
  ages(symbol: string, nowMs: number): { quoteAgeMs: number | null; priceAgeMs: number | null } {
    const held = this.#quotes.get(symbol);
    if (held === undefined) return { quoteAgeMs: null, priceAgeMs: null };
    return { quoteAgeMs: nowMs - held.poll.askedAtMs, priceAgeMs: nowMs - quoteOf(held).atMs };
  }
}

/** What the last poll brought; looked up only now where that poll was left out. */
function quoteOf(held: HeldQuote): Quote {
  const { askedAtMs, coming } = held.poll;
  if (coming !== null && held.askedAtMs < askedAtMs) {
    held.quote = coming.at(held.quote.symbol, askedAtMs) ?? held.quote;
    held.askedAtMs = askedAtMs;
  }
  return held.quote;
}
