import { kept } from '../../base/kept.ts';
import { parseSymbol } from '../../model/market/contract.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';
import { type RecordedPrices } from './recorded-prices.ts';

interface FutureDays {
  readonly expiry: IstDate;
  readonly days: readonly BarDay[];
}

/** Where futures were given without their index, each day of the nearest future is used for the index. */
export function indexesFromFutures(
  known: Readonly<Record<string, readonly BarDay[]>>,
  contracts: ReadonlyMap<string, readonly BarDay[]>,
): Pick<RecordedPrices, 'indexes' | 'assumptions'> {
  const futures = new Map<string, FutureDays[]>();
  for (const [symbol, days] of contracts) {
    const parts = parseSymbol(symbol);
    if (parts?.kind !== 'future' || Object.hasOwn(known, parts.underlying)) continue;
    kept(futures, parts.underlying, () => []).push({ expiry: parts.expiry, days });
  }
  return {
    indexes: Object.fromEntries([...futures].map(([name, given]) => [name, nearest(given)])),
    assumptions: [...futures.keys()].map(
      (name) =>
        `No prices of the index ${name} were given: the nearest future of each day stands in for it, its carry included`,
    ),
  };
}

function nearest(futures: readonly FutureDays[]): readonly BarDay[] {
  const byDate = new Map<IstDate, BarDay>();
  const nearestFirst = [...futures].sort((left, right) => (left.expiry < right.expiry ? -1 : 1));
  for (const { days } of nearestFirst) {
    for (const day of days) if (!byDate.has(day.date)) byDate.set(day.date, day);
  }
  return [...byDate.values()].sort((left, right) => (left.date < right.date ? -1 : 1));
}
