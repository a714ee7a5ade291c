import { type ContractRules } from '../../model/calendar.ts';
import { istDate } from '../../model/ist.ts';
import { type Trade } from '../../results/backtest-result.ts';
import { type LotSize, type LotsTraded } from '../../results/before-figures/lots-traded.ts';

/** Underlyings of which contracts with different lots were traded. */
export function lotsTraded(
  trades: readonly Pick<Trade, 'underlying' | 'expiry' | 'openedAtMs'>[],
  rules: Pick<ContractRules, 'lotSizeUnits'>,
): readonly LotsTraded[] {
  const underlyings = [...new Set(trades.map(({ underlying }) => underlying))];
  return underlyings.flatMap((underlying) => {
    const sizes = trades
      .filter((trade) => trade.underlying === underlying)
      .map(({ expiry, openedAtMs }): LotSize => {
        const units = rules.lotSizeUnits(underlying, expiry, istDate(openedAtMs));
        return { units, fromExpiry: expiry, toExpiry: expiry };
      })
      .sort((one, other) => (one.fromExpiry < other.fromExpiry ? -1 : 1));
    const joined = joinedSizes(sizes);
    return joined.length < 2 ? [] : { underlying, sizes: joined };
  });
}

/** Neighbours of one size as one. */
function joinedSizes(sizes: readonly LotSize[]): readonly LotSize[] {
  const joined: LotSize[] = [];
  for (const size of sizes) {
    const last = joined.at(-1);
    if (last?.units === size.units) {
      joined[joined.length - 1] = { ...last, toExpiry: size.toExpiry };
    } else joined.push(size);
  }
  return joined;
}
