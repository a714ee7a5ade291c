import { capitalAssumptions, capitalUsed } from './capital-used.ts';
import { counted } from '../base/counted.ts';
import { type Json } from '../base/json.ts';
import { lazily } from '../base/lazily.ts';
import { isStrategyModule, type LoadedStrategy } from '../loading/load-strategy.ts';
import { nameRuns } from '../loading/planned-run.ts';
import { sourceAssumptions } from '../loading/recorded-sources.ts';
import { listedProblems } from '../market/price-files/price-problems.ts';
import { type ContractRules } from '../model/time/calendar.ts';
import { istDate } from '../model/time/ist.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type BacktestStrategy,
  type Benchmark,
  type LotSize,
  type LotsTraded,
  type Trade,
} from '../results/backtest-result.ts';
import { daysRun, totalsOf } from '../results/backtest-totals.ts';
import { benchmarkOf, type BenchmarkDay } from '../results/statistics/benchmark.ts';
import { yearsOf } from '../results/statistics/over-time.ts';
import { type BacktestRunOptions, type PreparedBacktest } from './backtest-options.ts';
import { type BacktestWorld } from './backtest-world.ts';
import { fillAssumptions } from './fill-choice.ts';
import { sourcesPlayed } from './play-recorded-sources.ts';
import { eventSentences, notedWithoutValue, pricingUsed } from './pricing-used.ts';
import { type RanDay } from './ran-day.ts';
import { scenariosOf } from './reckoning/fill-scenarios.ts';

const PROBLEMS_LISTED_MAX = 1_000;

/** Puts together what a backtest found. */
export function resultOf(
  { prices, days, world }: PreparedBacktest,
  options: BacktestRunOptions,
  { ran, trades }: { readonly ran: readonly RanDay[]; readonly trades: readonly Trade[] },
): BacktestResult {
  const { strategies, fills = {}, recorded } = options;
  const capital = capitalUsed(strategies, options.capitalPaise);
  const { capitalPaise } = capital;
  const { done, pricing } = pricedDays({ prices, world }, ran);
  const daysNotReached = days.length - ran.length;
  const stopped =
    daysNotReached === 0 ? [] : [`Stopped early: ${counted(daysNotReached, 'day')} not run`];
  const benchmarks = lazily(() => benchmarksOf({ world, days: done, trades, capitalPaise }));
  return {
    schemaVersion: 2,
    strategies: shownStrategies(strategies),
    underlyings: world.underlyings,
    prices: prices.sources,
    seed: world.seed,
    ...capital,
    days: done,
    trades,
    totals: totalsOf(
      done,
      ran.reduce((sum, { turnoverPaise }) => sum + turnoverPaise, 0),
    ),
    scenarios: scenariosOf(ran),
    sensitivity: null,
    ...pricing,
    assumptions: [
      ...stopped,
      ...world.assumptions,
      ...eventSentences(prices, done),
      ...sourceAssumptions(recorded),
      ...fillAssumptions(fills),
      ...capitalAssumptions(capital),
    ],
    problems: listedProblems(prices.problems, PROBLEMS_LISTED_MAX),
    problemCounts: prices.problemCounts,
    daysNotReached,
    years: yearsOf(daysRun({ days: done })),
    // Reads all bars once more: a sweep, which has many results, never asks.
    get benchmarks() {
      return benchmarks();
    },
    ...toKnow(world, options, { done, trades }),
  };
}

/** What a reader must know besides the figures: sources that were played, lots that changed, what was opened. */
function toKnow(
  { knowledge }: PreparedBacktest['world'],
  { recorded, reads }: Pick<BacktestRunOptions, 'recorded' | 'reads'>,
  { done, trades }: { readonly done: readonly BacktestDay[]; readonly trades: readonly Trade[] },
): Pick<BacktestResult, 'sources' | 'lots' | 'reads'> {
  const dates = daysRun({ days: done }).map(({ date }) => date);
  const sources = sourcesPlayed(recorded, knowledge.calendar, dates);
  const lots = countLotsTraded(trades, knowledge.rules);
  const opened = reads?.() ?? [];
  return {
    ...(sources.length === 0 ? {} : { sources }),
    ...(lots.length === 0 ? {} : { lots }),
    ...(opened.length === 0 ? {} : { reads: opened }),
  };
}

/** The days, with a note on those of which the volatility from outside had no value, and what they were priced from. */
function pricedDays(
  prepared: Pick<PreparedBacktest, 'prices' | 'world'>,
  ran: readonly RanDay[],
): {
  readonly done: readonly BacktestDay[];
  readonly pricing: Pick<BacktestResult, 'pricing'>;
} {
  const days = ran.map(({ day }) => day);
  const pricing = pricingUsed(prepared, days);
  const done = pricing.pricing === undefined ? days : notedWithoutValue(days, pricing.pricing);
  return { done, pricing };
}

function shownStrategies(strategies: readonly LoadedStrategy[]): readonly BacktestStrategy[] {
  const names = nameRuns(strategies);
  return strategies.map(({ strategy, sourceHash, params, path }, place) => ({
    name: names[place] ?? strategy.name,
    sourceHash,
    params: asJson(params),
    isCode: isStrategyModule({ path }),
  }));
}

/** Parameters as JSON can say them. */
function asJson(value: unknown): Json {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as Json);
}

/** What a backtest is held against. */
export interface Benchmarked {
  readonly world: Pick<BacktestWorld, 'underlyings' | 'indexBars'>;
  readonly days: readonly BacktestDay[];
  readonly trades: readonly Pick<Trade, 'underlying'>[];
  readonly capitalPaise: number;
}

/** Buy and hold of each index that was traded, or, where nothing was, of each that the prices hold. */
export function benchmarksOf({
  world,
  days,
  trades,
  capitalPaise,
}: Benchmarked): readonly Benchmark[] {
  const traded = new Set(trades.map(({ underlying }) => underlying));
  const underlyings = world.underlyings.filter((each) => traded.size === 0 || traded.has(each));
  return underlyings.map((underlying) => {
    const held = daysRun({ days }).map(({ date }): BenchmarkDay => {
      const bars = world.indexBars(underlying, date);
      return {
        date,
        openPaise: bars[0]?.openPaise ?? null,
        closePaise: bars.at(-1)?.closePaise ?? null,
      };
    });
    return benchmarkOf({ underlying, days: held }, capitalPaise);
  });
}

/** Underlyings of which contracts with different lots were traded. */
export function countLotsTraded(
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
