import { type Contract } from '../../src/model/market/contract.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { type Market } from '../../src/market/market.ts';

/** One price of a script: from `atMs` on, bid, ask and last in paise; null takes the price away. */
export interface ScriptedPrice {
  readonly atMs: number;
  readonly symbol: string;
  readonly price:
    readonly [bidPaise: number | null, askPaise: number | null, lastPaise: number] | null;
}

/** A market that follows a script, for tests. Every scripted instant is a price change of every underlying. */
export function scriptedMarket(prices: readonly ScriptedPrice[]): Market {
  const times = [...new Set(prices.map(({ atMs }) => atMs))].sort((left, right) => left - right);
  const at = (symbol: string, atMs: number): Quote | null => {
    const known = prices.filter((one) => one.symbol === symbol && one.atMs <= atMs);
    const latest = known.toSorted((left, right) => left.atMs - right.atMs).at(-1);
    const price = latest?.price ?? null;
    if (latest === undefined || price === null) return null;
    const [bidPaise, askPaise, lastPaise] = price;
    return { symbol, bidPaise, askPaise, lastPaise, atMs: latest.atMs };
  };
  return {
    index: at,
    quote: (contract: Contract, atMs) => at(contract.symbol, atMs),
    nextChangeMs: (_underlying, afterMs) => times.find((timeMs) => timeMs > afterMs) ?? null,
  };
}
