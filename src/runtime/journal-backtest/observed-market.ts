import { isSameJson } from '../../base/same-json.ts';
import { type Quote } from '../../model/quote.ts';
import { type Market } from '../../simulator/market/market.ts';
import { type PaperDay } from './paper-day.ts';

/** A price that was observed, or held, longer ago than this is none any more: as on paper. */
const AGE_MS_MAX = 60_000;

interface Observed {
  readonly atMs: number;
  readonly quote: Quote;
}

/** A market whose prices are those that polls brought, each from when its answer came until the next, and its past as well. */
export function observedMarket({
  quotes: polls,
  histories,
}: Pick<PaperDay, 'quotes' | 'histories'>): Market {
  const bySymbol = new Map<string, Observed[]>();
  for (const { atMs, quotes } of polls) {
    for (const quote of quotes) {
      const known = bySymbol.get(quote.symbol) ?? [];
      // A feed that repeats an old price does not make it young, nor one that goes back.
      if ((known.at(-1)?.quote.atMs ?? -Infinity) > quote.atMs) continue;
      known.push({ atMs, quote });
      bySymbol.set(quote.symbol, known);
    }
  }
  const instants = polls.map(({ atMs }) => ({ atMs }));
  const at = (symbol: string, atMs: number): Quote | null => {
    const observed = bySymbol.get(symbol) ?? [];
    const last = observed[placeAfter(observed, atMs) - 1];
    if (last === undefined || atMs - last.atMs > AGE_MS_MAX) return null;
    return atMs - last.quote.atMs > AGE_MS_MAX ? null : last.quote;
  };
  return {
    index: at,
    quote: ({ symbol }, atMs) => at(symbol, atMs),
    nextChangeMs: (_underlying, afterMs) => instants[placeAfter(instants, afterMs)]?.atMs ?? null,
    barsBefore: (asked) => histories.find((one) => isSameJson(one.asked, asked))?.bars ?? [],
  };
}

/** Number of the first that lies after an instant. */
function placeAfter(ascending: readonly { readonly atMs: number }[], atMs: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle]?.atMs ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
