import { type Quote } from '../../model/market/quote.ts';
import { type Repeats } from '../../model/runs/input.ts';

/** Shared by the quotes that came together. */
interface Look {
  askedAtMs: number;
  /** How they are confirmed without another look; null where each look is made. */
  readonly repeats: Repeats | null;
}

interface HeldQuote {
  quote: Quote;
  look: Look;
}

/** The last quote of each symbol, and when it was last looked at. */
export class QuoteBoard {
  readonly #quotes = new Map<string, HeldQuote>();
  #lastLook: Look = { askedAtMs: -Infinity, repeats: null };
  #version = 0;
  #looks = 0;

  /** Goes up whenever a quote may be another one. */
  get version(): number {
    return this.#version;
  }

  /** Goes up with every look, also where it confirms what was known. */
  get looks(): number {
    return this.#looks;
  }

  /** Takes in quotes as of an instant. A quote that is older than the held one is not taken. */
  observe(quotes: readonly Quote[], askedAtMs: number, repeats: Repeats | null = null): void {
    const look = { askedAtMs, repeats };
    this.#lastLook = look;
    this.#version += 1;
    this.#looks += 1;
    for (const quote of quotes) {
      const held = this.#quotes.get(quote.symbol);
      if (held === undefined) this.#quotes.set(quote.symbol, { quote, look });
      else if (held.quote.atMs <= quote.atMs) {
        held.quote = quote;
        held.look = look;
      }
    }
  }

  /** Time has passed: what is known to stand was confirmed meanwhile. Returns when last; null when it was not. */
  passTo(nowMs: number): number | null {
    const { askedAtMs, repeats } = this.#lastLook;
    if (repeats === null) return null;
    const { everyMs, untilMs } = repeats;
    const looks = Math.ceil((Math.min(nowMs, untilMs) - askedAtMs) / everyMs) - 1;
    if (looks <= 0) return null;
    this.#lastLook.askedAtMs = askedAtMs + looks * everyMs;
    this.#looks += 1;
    return this.#lastLook.askedAtMs;
  }

  /** Nothing confirms any more what was seen last. */
  lapse(): void {
    this.#lastLook = { askedAtMs: this.#lastLook.askedAtMs, repeats: null };
  }

  /** The last known quote, however old. */
  last(symbol: string): Quote | null {
    return this.#quotes.get(symbol)?.quote ?? null;
  }

  /** How old the last quote is; nulls when there is none. */
  ages(symbol: string, nowMs: number): { quoteAgeMs: number | null; priceAgeMs: number | null } {
    const held = this.#quotes.get(symbol);
    if (held === undefined) return { quoteAgeMs: null, priceAgeMs: null };
    const { quote, look } = held;
    const { askedAtMs } = look;
    return { quoteAgeMs: nowMs - askedAtMs, priceAgeMs: nowMs - quote.atMs };
  }
}
