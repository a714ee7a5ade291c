import { counted } from '../../base/counted.ts';
import { type Json } from '../../base/json.ts';
import { lazily } from '../../base/lazily.ts';
import {
  type BacktestDay,
  type BacktestResult,
  type BacktestStrategy,
  type Trade,
} from '../../results/backtest-result.ts';
import { totalsOf } from '../../results/backtest-totals.ts';
import { daysRun } from '../../results/days-run.ts';
import { yearsOf } from '../../results/statistics/years-of.ts';
import { listedProblems } from '../../simulator/market/prices/listed-problems.ts';
import { isStrategyModule, type LoadedStrategy } from '../load-strategy.ts';
import { nameRuns } from '../name-runs.ts';
import { type BacktestRunOptions, type PreparedBacktest } from './backtest-options.ts';
import { benchmarksOf } from './benchmarks.ts';
import { fillAssumptions } from './fill-choice.ts';
import { sourceAssumptions } from '../recorded-sources/recorded-source.ts';
import { sourcesPlayed } from '../recorded-sources/sources-played.ts';
import { lotsTraded } from './lots-traded.ts';
import { eventSentences, notedWithoutValue, pricingUsed } from './pricing-used.ts';
import { type RanDay } from './ran-day.ts';
import { scenariosOf } from './scenarios-of.ts';

/** What returns are relative to where nothing else is said: ten lakh rupees. */
export const CAPITAL_PAISE_DEFAULT = 100_000_000;

const PROBLEMS_LISTED_MAX = 1_000;

/** Puts together what a backtest found. */
export function resultOf(
  { prices, days, world }: PreparedBacktest,
  options: BacktestRunOptions,
  { ran, trades }: { readonly ran: readonly RanDay[]; readonly trades: readonly Trade[] },
): BacktestResult {
  const { strategies, fills = {}, capitalPaise = CAPITAL_PAISE_DEFAULT, recorded } = options;
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
    capitalPaise,
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
  const lots = lotsTraded(trades, knowledge.rules);
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
