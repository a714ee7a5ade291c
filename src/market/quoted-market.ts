import { type Quote } from '../model/market/quote.ts';
import { type Market } from './market.ts';

/** A market of the latest observed quotes. */
export interface QuotedMarket extends Market {
  /** Takes quotes as seen at `atMs`; those older than the one on the board are ignored. */
  readonly observe: (quotes: readonly Quote[], atMs: number) => void;
}

/** Limits of a quote board. */
export interface QuotedMarketOptions {
  /** A quote observed longer ago than this is stale. @default 15_000 */
  readonly quoteAgeMsMax?: number;
  /** A quote whose own time is longer ago than this is stale, however often it is repeated. @default 60_000 */
  readonly priceAgeMsMax?: number;
  /** Symbols kept; beyond it the one observed longest ago is dropped. @default 20_000 */
  readonly symbolsMax?: number;
}

/**
 * A market whose prices come from outside, one observation at a time. It knows the present only: a price is valid from
 * its observation until it is stale, and `nextChangeMs` can only name the latest observation. Check again after every
 * `observe`.
 */
export function createQuotedMarket(options: QuotedMarketOptions = {}): QuotedMarket {
  const quoteAgeMsMax = options.quoteAgeMsMax ?? 15_000;
  const priceAgeMsMax = options.priceAgeMsMax ?? 60_000;
  const symbolsMax = options.symbolsMax ?? 20_000;
  const board = new Map<string, { readonly quote: Quote; readonly observedMs: number }>();
  let latestMs = -Infinity;

  const at = (symbol: string, atMs: number): Quote | null => {
    const observed = board.get(symbol);
    if (observed === undefined || observed.observedMs > atMs) return null;
    const isStale =
      atMs - observed.observedMs > quoteAgeMsMax || atMs - observed.quote.atMs > priceAgeMsMax;
    return isStale ? null : observed.quote;
  };
  return {
    index: at,
    quote: (contract, atMs) => at(contract.symbol, atMs),
    nextChangeMs: (_underlying, afterMs) => (latestMs > afterMs ? latestMs : null),
    observe: (quotes, atMs) => {
      for (const quote of quotes) {
        const held = board.get(quote.symbol);
        if (held !== undefined && held.quote.atMs > quote.atMs) continue;
        // Taken out first, so that the map's order is the order of observation.
        board.delete(quote.symbol);
        board.set(quote.symbol, { quote, observedMs: atMs });
        latestMs = Math.max(latestMs, atMs);
        const [longestAgo] = board.keys();
        if (board.size > symbolsMax && longestAgo !== undefined) board.delete(longestAgo);
      }
    },
  };
}
