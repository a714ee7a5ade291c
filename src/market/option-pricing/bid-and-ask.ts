import { type Quote } from '../../model/market/quote.ts';

/** What a quote is made from. */
export interface QuotedParts {
  readonly symbol: string;
  /** Fair price in paise, not rounded, 0 or more. */
  readonly fairPaise: number;
  /** Wanted distance from bid to ask, paise; it gets at least one tick. */
  readonly spreadPaise: number;
  readonly tickPaise: number;
  readonly atMs: number;
}

/** Bid, last and ask around a fair price: on ticks, in this order, the last at least one tick, no bid below one. */
export function quoted({ symbol, fairPaise, spreadPaise, tickPaise, atMs }: QuotedParts): Quote {
  const halfPaise = Math.max(spreadPaise, tickPaise) / 2;
  const bidTicks = Math.floor((fairPaise - halfPaise) / tickPaise);
  const lastTicks = Math.max(1, Math.round(fairPaise / tickPaise));
  const askTicks = Math.max(lastTicks, Math.ceil((fairPaise + halfPaise) / tickPaise));
  return {
    symbol,
    bidPaise: bidTicks < 1 ? null : bidTicks * tickPaise,
    askPaise: askTicks * tickPaise,
    lastPaise: lastTicks * tickPaise,
    atMs,
  };
}
