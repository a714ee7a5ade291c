import { type PreparedBacktest } from '../../backtest/backtest-options.ts';
import { SETTLEMENT_ASSUMPTIONS } from '../../backtest/reckoning/settlement.ts';
import { sha256Hex } from '../../base/hash.ts';
import { isSameJson } from '../../base/json.ts';
import { type Market } from '../../market/market.ts';
import { BAR_MS } from '../../market/minute-bar.ts';
import { type Quote } from '../../model/market/quote.ts';
import { runName } from '../../model/runs/run.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type PaperDay } from './paper-day.ts';

/** Makes the world of a recorded day: its prices and listings, and nothing else. */
export function observedWorld(
  paper: PaperDay,
  source: string,
  knowledge: MarketKnowledge,
): PreparedBacktest {
  const { date, quotes, contracts } = paper;
  const rows = quotes.reduce((sum, poll) => sum + poll.quotes.length, 0);
  const symbols = new Set(quotes.flatMap((poll) => poll.quotes.map(({ symbol }) => symbol)));
  // A run may look at an index alone, and at none of its contracts.
  const indices = knowledge.rules.underlyings.filter((name) => symbols.has(name));
  const underlyings = [...new Set([...contracts.keys(), ...indices])];
  const count = [...symbols].filter((symbol) => !underlyings.includes(symbol)).length;
  const sha256 = sha256Hex(JSON.stringify(quotes));
  const assumptions = [
    `Prices are those that polls brought on ${date}, each from when its answer came; contracts without a poll have none`,
    'The engine is set as it was on the day, but that it looks for new prices every 0.1 s; what an operator did is not done again',
    'Costs are those of the rate table on the date, rounded as on a contract note; margin is an approximation and not checked',
    ...SETTLEMENT_ASSUMPTIONS,
  ];
  return {
    prices: {
      indexes: {},
      contracts: new Map(),
      problems: [],
      problemCounts: {},
      countsByDate: new Map(),
      sources: [{ source, sha256, underlyings, contracts: count, rows }],
      assumptions: [],
    },
    days: [{ date, bars: minutesWithPrices(quotes), verdict: { kind: 'run', problem: null } }],
    world: {
      knowledge,
      underlyings,
      market: observedMarket(paper),
      isPastPolled: true,
      listing: { underlyings, contracts: (underlying) => contracts.get(underlying) ?? [] },
      seed: seedOf(paper),
      pricing: null,
      indexBars: () => [],
      indexDates: () => [],
      assumptions,
    },
  };
}

/** Polls come every few seconds, and what other backtests count are bars of a minute. */
function minutesWithPrices(polls: PaperDay['quotes']): number {
  const brought = polls.filter(({ quotes }) => quotes.length > 0);
  return new Set(brought.map(({ atMs }) => Math.floor(atMs / BAR_MS))).size;
}

/** What the runs' own seeds were made of: `<seed>/<run>/<date>`. */
function seedOf({ runs, date }: PaperDay): string {
  const header = runs[0]?.header;
  if (header === undefined) return '';
  const ending = `/${runName(header.runId)}/${date}`;
  return header.seed.endsWith(ending) ? header.seed.slice(0, -ending.length) : header.seed;
}

/** A price that was observed, or held, longer ago than this is none any more: as on paper. */
const AGE_MS_MAX = 60_000;

/** A market whose prices are those that polls brought, each from when its answer came until the next, and its past as well. */
function observedMarket({
  quotes: polls,
  histories,
}: Pick<PaperDay, 'quotes' | 'histories'>): Market {
  const bySymbol = new Map<string, { readonly atMs: number; readonly quote: Quote }[]>();
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
