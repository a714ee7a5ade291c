import { istDate } from '../../model/ist.ts';
import { type Quote } from '../../model/quote.ts';
import { ContractDirectory } from '../../simulator/exchange/contract-directory.ts';
import { type Listing, type Market } from '../../simulator/market/market.ts';
import { type Machine } from './machine.ts';

/** Prices straight from the market, without a network between. */
export interface DrillPrices {
  readonly quotes: (symbols: readonly string[]) => readonly Quote[];
  /** When any of these prices changes next, time of the world; null when none does. */
  readonly nextChangeMs: (symbols: readonly string[]) => number | null;
}

/** Makes what answers with the prices of symbols at the world's time: an underlying's name is its index. */
export function createDrillPrices(market: Market, listing: Listing, machine: Machine): DrillPrices {
  const directory = new ContractDirectory(listing);
  return {
    quotes: (symbols) => {
      const atMs = machine.nowMs;
      const date = istDate(atMs);
      return symbols.flatMap((symbol) => {
        if (listing.underlyings.includes(symbol)) return market.index(symbol, atMs) ?? [];
        const contract = directory.find(symbol, date);
        return contract === undefined ? [] : (market.quote(contract, atMs) ?? []);
      });
    },
    nextChangeMs: (symbols) => {
      const atMs = machine.nowMs;
      const date = istDate(atMs);
      const underlyings = new Set(
        symbols.map((symbol) => directory.find(symbol, date)?.underlying ?? symbol),
      );
      const changes = [...underlyings].flatMap(
        (underlying) => market.nextChangeMs(underlying, atMs) ?? [],
      );
      return changes.length === 0 ? null : Math.min(...changes);
    },
  };
}
