import { type IstDate } from '../../model/ist.ts';

/** An underlying of which contracts with different lots were traded. */
export interface LotsTraded {
  readonly underlying: string;
  /** At least two, ascending by expiry; two neighbours differ. */
  readonly sizes: readonly LotSize[];
}

/** How many units a lot had, by the contracts that were traded. */
export interface LotSize {
  readonly units: number;
  /** The first and the last expiry with this lot. */
  readonly fromExpiry: IstDate;
  readonly toExpiry: IstDate;
}

/** That amounts before and after a change of the lot are of another size, a sentence for each underlying. */
export function lotSentences(lots: readonly LotsTraded[] = []): readonly string[] {
  return lots.map(({ underlying, sizes }) => {
    const told = sizes.map((size, place) => sizeText(size, place, sizes.length - 1)).join(', ');
    return `The lot size changed within the test: ${underlying} ${told}. The same number of lots is another amount at risk, so months, worst days and ratios mix the two.`;
  });
}

function sizeText({ units, fromExpiry, toExpiry }: LotSize, place: number, last: number): string {
  if (place === 0) return `${String(units)} a lot until expiry ${toExpiry}`;
  if (place === last) return `${String(units)} from expiry ${fromExpiry}`;
  return `${String(units)} for expiries ${fromExpiry} to ${toExpiry}`;
}
