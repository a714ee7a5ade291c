import { kept } from '../base/kept.ts';
import { Lookup } from '../base/lookup.ts';
import { type Contract, parseSymbol } from '../model/market/contract.ts';
import { withNoShares } from '../model/market/underlying.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type Listing } from './market.ts';

/** By list, which never changes, for every directory of its listing. */
const lookups = new WeakMap<readonly Contract[], Lookup<Contract>>();

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
    // A symbol nearly always begins with its underlying, so most lookups touch one list.
    return this.#findAmong(symbol, date, true) ?? this.#findAmong(symbol, date, false);
  }

  #findAmong(symbol: string, date: IstDate, isLikely: boolean): Contract | undefined {
    for (const underlying of this.#listing.underlyings) {
      if (symbol.startsWith(underlying) !== isLikely) continue;
      const contract = this.#lookupOf(underlying, date).find(symbol, strikeTest);
      if (contract !== undefined && contract.expiry >= date) return contract;
    }
    return undefined;
  }

  #lookupOf(underlying: string, date: IstDate): Lookup<Contract> {
    const contracts = this.#listing.contracts(underlying, date);
    return kept(lookups, contracts, () => new Lookup(contracts, ({ symbol }) => symbol));
  }
}

/** Whether a contract has the strike that a symbol names. */
function strikeTest(symbol: string): (contract: Contract) => boolean {
  const parts = parseSymbol(symbol);
  const strikePaise = parts?.kind === 'option' ? parts.strikePaise : null;
  return (contract) => contract.strikePaise === strikePaise;
}
