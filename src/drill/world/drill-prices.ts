import { ContractDirectory } from '../../market/contract-directory.ts';
import { type Listing, type Market } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { istDate, type IstDate } from '../../model/time/ist.ts';
import { type Machine } from '../process/machine.ts';

/** Prices straight from the market, without a network between. */
export interface DrillPrices {
  readonly quotes: (symbols: readonly string[]) => readonly Quote[];
  /** When any of these prices changes next, time of the world; null when none does. */
  readonly nextChangeMs: (symbols: readonly string[]) => number | null;
  /** The price of a contract at a time of the world; null when it has none, or is not listed. */
  readonly quoteOf: (symbol: string, atMs: number) => Quote | null;
}

/** Makes what answers with the prices of symbols at the world's time: an underlying's name is its index. */
export function createDrillPrices(
  market: Market,
  listing: Listing,
  machine: Pick<Machine, 'nowMs'>,
): DrillPrices {
  const directory = new ContractDirectory(listing);
  const named = new WeakMap<readonly string[], Named>();
  /** The same symbols are asked for again and again, mostly of lists that have not changed. */
  const namedBy = (symbols: readonly string[], date: IstDate): Named => {
    const known = named.get(symbols);
    const isSame = known?.lists.every(([underlying, list]) => {
      return listing.contracts(underlying, date) === list;
    });
    if (known !== undefined && isSame === true) return known;
    const items = symbols.map((symbol) => {
      const contract = listing.underlyings.includes(symbol) ? null : directory.find(symbol, date);
      return { symbol, contract };
    });
    const underlyings = [...new Set(items.map(underlyingOf))];
    // What is not listed may be of any of them.
    const isAllListed = items.every(({ contract }) => contract !== undefined);
    const lists = (isAllListed ? underlyings : listing.underlyings).map(
      (underlying) => [underlying, listing.contracts(underlying, date)] as const,
    );
    const made = { lists, items, underlyings };
    named.set(symbols, made);
    return made;
  };
  return {
    quotes: (symbols) => {
      const atMs = machine.nowMs;
      const quotes: Quote[] = [];
      for (const { symbol, contract } of namedBy(symbols, istDate(atMs)).items) {
        if (contract === undefined) continue;
        const quote = contract === null ? market.index(symbol, atMs) : market.quote(contract, atMs);
        if (quote !== null) quotes.push(quote);
      }
      return quotes;
    },
    nextChangeMs: (symbols) => {
      const atMs = machine.nowMs;
      let nextMs = Infinity;
      for (const underlying of namedBy(symbols, istDate(atMs)).underlyings) {
        nextMs = Math.min(nextMs, market.nextChangeMs(underlying, atMs) ?? Infinity);
      }
      return nextMs === Infinity ? null : nextMs;
    },
    quoteOf: quoteFinder(market, directory),
  };
}

function quoteFinder(market: Market, directory: ContractDirectory): DrillPrices['quoteOf'] {
  return (symbol, atMs) => {
    const contract = directory.find(symbol, istDate(atMs));
    return contract === undefined ? null : market.quote(contract, atMs);
  };
}

/** What symbols stand for in the lists of a date. */
interface Named {
  readonly lists: readonly (readonly [underlying: string, contracts: readonly Contract[]])[];
  readonly items: readonly NamedItem[];
  readonly underlyings: readonly string[];
}

interface NamedItem {
  readonly symbol: string;
  /** Null for an index, undefined for what is not listed. */
  readonly contract: Contract | null | undefined;
}

function underlyingOf({ symbol, contract }: NamedItem): string {
  return contract?.underlying ?? symbol;
}
