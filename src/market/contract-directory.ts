import { kept } from '../base/kept.ts';
import { Lookup } from '../base/lookup.ts';
import { type Contract, parseSymbol } from '../model/market/contract.ts';
import { withNoShares } from '../model/market/underlying.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type Listing } from './market.ts';

/** By list, which never changes, for every directory of its listing. */
const lookups = new WeakMap<readonly Contract[], Lookup<Contract>>();

/** What is looked for, and among which underlyings: those that its symbol begins with, or the others. */
interface Among {
  readonly symbol: string;
  readonly date: IstDate;
  readonly isLikely: boolean;
}

/** Finds listed contracts by symbol. Follows a listing that changes, by the identity of its lists. */
export class ContractDirectory {
  readonly #listing: Listing;

  constructor(listing: Listing) {
    this.#listing = listing;
  }

  /** Why an order for an unknown contract is refused. */
  whyUnknown(instrumentId: string, symbol: string): string {
    const refusal = `Unknown instrument "${instrumentId}" "${symbol}"`;
    return withNoShares(refusal, symbol, this.#listing.underlyings);
  }

  /** The contract of a symbol that is listed on a date and not expired; undefined when there is none. */
  find(symbol: string, date: IstDate): Contract | undefined {
    const parts = parseSymbol(symbol);
    const strikePaise = parts?.kind === 'option' ? parts.strikePaise : null;
    const isOfStrike = (contract: Contract): boolean => contract.strikePaise === strikePaise;
    // A symbol nearly always begins with its underlying, so most lookups touch one list.
    return (
      this.#findAmong({ symbol, date, isLikely: true }, isOfStrike) ??
      this.#findAmong({ symbol, date, isLikely: false }, isOfStrike)
    );
  }

  #findAmong(
    { symbol, date, isLikely }: Among,
    isOfStrike: (contract: Contract) => boolean,
  ): Contract | undefined {
    for (const underlying of this.#listing.underlyings) {
      if (symbol.startsWith(underlying) !== isLikely) continue;
      const contract = this.#lookupOf(underlying, date).find(symbol, isOfStrike);
      if (contract !== undefined && contract.expiry >= date) return contract;
    }
    return undefined;
  }

  #lookupOf(underlying: string, date: IstDate): Lookup<Contract> {
    const contracts = this.#listing.contracts(underlying, date);
    return kept(lookups, contracts, () => new Lookup(contracts, ({ symbol }) => symbol));
  }
}
