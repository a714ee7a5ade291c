import { ContractDirectory } from '../market/contract-directory.ts';
import { type Listing } from '../market/market.ts';
import { type Contract } from '../model/market/contract.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type CarriedOverNight } from '../recovery/carried-over.ts';

/** What a day begins with. */
export interface DayBeginning {
  readonly listing: Listing;
  readonly carried: CarriedOverNight;
}

/**
 * What is held over night as the date lists it. Strikes are listed around the index, which may have gone far away: an
 * exchange drops none in which somebody has a position, so that what is held stays listed as it was.
 */
export function keepListed({ listing, carried }: DayBeginning, date: IstDate): DayBeginning {
  if (carried.size === 0) return { listing, carried };
  const directory = new ContractDirectory(listing);
  const unlisted = new Map<string, Contract>();
  const asListed = [...carried].map(([name, positions]) => {
    const renewed = positions.map((position) => {
      const { contract } = position;
      const listed = directory.find(contract.symbol, date);
      if (listed === undefined) unlisted.set(contract.symbol, contract);
      return { ...position, contract: listed ?? contract };
    });
    return [name, renewed] as const;
  });
  return { listing: withContracts(listing, [...unlisted.values()]), carried: new Map(asListed) };
}

/** One list stays one list: who looks into it compares identities. */
function withContracts(listing: Listing, more: readonly Contract[]): Listing {
  if (more.length === 0) return listing;
  const made = new WeakMap<readonly Contract[], readonly Contract[]>();
  return {
    underlyings: listing.underlyings,
    contracts: (underlying, date) => {
      const listed = listing.contracts(underlying, date);
      const known = made.get(listed);
      if (known !== undefined) return known;
      const kept = more.filter((contract) => contract.underlying === underlying);
      const all = kept.length === 0 ? listed : [...listed, ...kept];
      made.set(listed, all);
      return all;
    },
  };
}
