import { sha256Hex } from '../../base/hash.ts';
import { runName } from '../../model/run.ts';
import { BAR_MS } from '../../simulator/market/bar.ts';
import { type PreparedBacktest } from '../backtest/backtest-options.ts';
import { SETTLEMENT_ASSUMPTIONS } from '../backtest/settlement.ts';
import { type MarketKnowledge } from '../market-knowledge.ts';
import { observedMarket } from './observed-market.ts';
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
