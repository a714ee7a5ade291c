import { type IstDate } from '../../model/ist.ts';
import { type BarDay } from '../../simulator/market/bar.ts';
import { type RecordedPrices } from '../../simulator/market/prices/recorded-prices.ts';
import { replacedBars, type Replacement } from './replaced-bars.ts';

/** Where prices are cut, and what comes after. */
export interface Cut {
  readonly date: IstDate;
  /** Start of a minute, epoch milliseconds: the first that is replaced. */
  readonly atMs: number;
  readonly replacement: Replacement;
}

/** Prices as they were known at a cut: what came after is replaced on its date, and missing on later ones. */
export function cutPrices(prices: RecordedPrices, cut: Cut): RecordedPrices {
  const { indexes, contracts } = prices;
  return {
    ...prices,
    indexes: Object.fromEntries(
      Object.entries(indexes).map(([symbol, days]) => [symbol, cutDays(days, cut, symbol)]),
    ),
    contracts: new Map(
      [...contracts].map(([symbol, days]) => [symbol, cutDays(days, cut, symbol)]),
    ),
  };
}

function cutDays(
  days: readonly BarDay[],
  { date, atMs, replacement }: Cut,
  symbol: string,
): readonly BarDay[] {
  return days
    .filter((day) => day.date <= date)
    .map((day) => {
      if (day.date !== date) return day;
      const seed = `${symbol}/${String(atMs)}`;
      return { ...day, bars: replacedBars(day.bars, atMs, { how: replacement, seed }) };
    });
}
