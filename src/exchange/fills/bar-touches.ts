import { type Market } from '../../market/market.ts';
import { BAR_MS } from '../../market/minute-bar.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type Side } from '../../model/orders/order.ts';

/** Best prices of the other side over one minute, and the price at which the contract began it. Paise. */
export interface BarTouches {
  readonly lowPaise: number;
  readonly highPaise: number;
  /** The last of them. */
  readonly closePaise: number;
  /** The first last price of the minute. */
  readonly firstPaise: number;
}

/** Looks at every price of the minute that holds an instant, what came before it too: when a bar had which price is not known. */
export function touchesInBar(
  market: Market,
  { contract, side }: { readonly contract: Contract; readonly side: Side },
  atMs: number,
): BarTouches | null {
  const startMs = Math.floor(atMs / BAR_MS) * BAR_MS;
  const quotes = quotesInBar(market, contract, startMs);
  const [first] = quotes;
  const touches = quotes
    .map(({ askPaise, bidPaise }) => (side === 'buy' ? askPaise : bidPaise))
    .filter((touch) => touch !== null);
  const closePaise = touches.at(-1);
  if (first === undefined || closePaise === undefined) return null;
  return {
    lowPaise: Math.min(...touches),
    highPaise: Math.max(...touches),
    closePaise,
    firstPaise: first.lastPaise,
  };
}

/** Prices that came up within a minute. What began before it and held into it is none of them. */
export function quotesInBar(market: Market, contract: Contract, startMs: number): readonly Quote[] {
  const quotes: Quote[] = [];
  let stepMs: number | null = startMs;
  while (stepMs !== null && stepMs < startMs + BAR_MS) {
    const quote = market.quote(contract, stepMs);
    if (quote !== null && quote.atMs >= startMs) quotes.push(quote);
    stepMs = market.nextChangeMs(contract.underlying, stepMs);
  }
  return quotes;
}
