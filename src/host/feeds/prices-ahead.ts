import { type Quote, type QuotesAhead } from '../../model/market/quote.ts';
import { type Seen } from '../../model/orders/order.ts';
import { type Repeats } from '../../model/runs/input.ts';

const MINUTE_MS = 60_000;

/** What one poll brought. */
export interface Look {
  readonly atMs: number;
  readonly quotes: readonly Quote[];
  readonly seen: Seen;
  readonly repeats?: Repeats;
}

/**
 * The looks at prices that follow one look, where polls to come are known: one whenever a price has changed, and the
 * first of each minute. Those in between would bring the same.
 */
export class PricesAhead {
  readonly #ahead: QuotesAhead;
  readonly #symbols: readonly string[];
  readonly #ageMsMax: number;
  #nextMs: number;

  constructor(ahead: QuotesAhead, { atMs, quotes, seen }: Look) {
    this.#ahead = ahead;
    this.#symbols = quotes.map(({ symbol }) => symbol);
    this.#ageMsMax = seen.ageMsMax;
    this.#nextMs = this.#firstAt(atMs, this.#sameUntilMs(atMs));
  }

  /** When the next look is; Infinity when there is none. */
  get nextMs(): number {
    return this.#nextMs;
  }

  /** Takes the next look. */
  take(): Look {
    const { quotes, everyMs } = this.#ahead;
    const atMs = this.#nextMs;
    const untilMs = this.#sameUntilMs(atMs);
    this.#nextMs = this.#firstAt(atMs, untilMs);
    const seen = { observedAtMs: atMs, ageMsMax: this.#ageMsMax };
    return { atMs, quotes: this.#quotesAt(atMs, quotes), seen, repeats: { everyMs, untilMs } };
  }

  #quotesAt(atMs: number, { at }: QuotesAhead['quotes']): readonly Quote[] {
    const quotes: Quote[] = [];
    for (const symbol of this.#symbols) {
      const quote = at(symbol, atMs);
      if (quote !== null) quotes.push(quote);
    }
    return quotes;
  }

  #sameUntilMs(atMs: number): number {
    const { quotes, untilMs } = this.#ahead;
    const minuteMs = (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS;
    return Math.min(quotes.nextChangeMs(atMs) ?? Infinity, minuteMs, untilMs);
  }

  /** When the first poll begins that may bring something else. */
  #firstAt(atMs: number, sameUntilMs: number): number {
    const { everyMs, untilMs } = this.#ahead;
    const nextMs = atMs + Math.ceil((sameUntilMs - atMs) / everyMs) * everyMs;
    return nextMs < untilMs ? nextMs : Infinity;
  }
}
