import { parseSymbol } from '../../model/market/contract.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type BarDay } from '../minute-bar.ts';

/** Indexes for which the nearest future stands in, and what is to be said of it. */
export interface StandIn {
  readonly indexes: Readonly<Record<string, readonly BarDay[]>>;
  readonly assumptions: readonly string[];
}

interface FutureDays {
  readonly symbol: string;
  readonly expiry: IstDate;
  readonly days: readonly BarDay[];
}

/** Where futures were given and their index was not, each day of the nearest future stands in for the index. */
export function indexesFromFutures(
  known: Readonly<Record<string, readonly BarDay[]>>,
  contracts: ReadonlyMap<string, readonly BarDay[]>,
): StandIn {
  const futures = new Map<string, FutureDays[]>();
  for (const [symbol, days] of contracts) {
    const parts = parseSymbol(symbol);
    if (parts?.kind !== 'future' || Object.hasOwn(known, parts.underlying)) continue;
    const ofUnderlying = futures.get(parts.underlying) ?? [];
    ofUnderlying.push({ symbol, expiry: parts.expiry, days });
    futures.set(parts.underlying, ofUnderlying);
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
