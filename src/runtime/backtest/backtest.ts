import { yieldToMachine } from '../../adapters/system/wait.ts';
import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type IstDate } from '../../model/ist.ts';
import { type RecordedPrices } from '../../simulator/market/prices/recorded-prices.ts';
import { type BacktestDay, type BacktestResult } from './backtest-result.ts';
import { runBacktestDay } from './backtest-day.ts';
import { daysOf, type DataDay } from './backtest-days.ts';
import { noDays, refusalsOf } from './backtest-refusals.ts';
import { type BacktestWorld, createBacktestWorld } from './backtest-world.ts';
import { sumUp } from './backtest-totals.ts';
import { EMPTY_LOG_SHA256, openLogFile } from '../command-log.ts';
import { type LoadedStrategy } from '../load-strategy.ts';
import { loadPrices, type PricesAsked } from '../load-prices.ts';
import { loadMarketKnowledge } from '../market-knowledge.ts';
import { createStrategyStores } from '../strategy-stores.ts';

/** What a backtest runs, over what. */
export interface BacktestOptions {
  readonly strategies: readonly LoadedStrategy[];
  readonly prices: PricesAsked;
  /** First date, included. @default the first of the data */
  readonly from?: IstDate;
  /** Last date, included. @default the last of the data */
  readonly to?: IstDate;
  /** @default 'sauda' */
  readonly seed?: string;
  readonly limits?: Partial<EngineLimits>;
  /** Late holidays and extra sessions of the user. */
  readonly calendar?: unknown;
  /** Where the command log is written. @default nowhere */
  readonly logPath?: string;
  readonly onProgress?: (progress: BacktestProgress) => void;
  /** Ends the backtest after the day under way; what is done is returned. */
  readonly signal?: AbortSignal;
}

/** How far a backtest is. */
export interface BacktestProgress {
  readonly done: number;
  readonly total: number;
  readonly date: IstDate;
}

/** What backtests over the same days share: prices read once, and the market made of them. */
export interface PreparedBacktest {
  readonly prices: RecordedPrices;
  readonly days: readonly DataDay[];
  readonly world: BacktestWorld;
}

/** Runs strategies over every trading day of files of prices, in virtual time. No day is dropped without a word. */
export async function backtest(
  options: BacktestOptions,
): Promise<Result<BacktestResult, readonly Problem[]>> {
  const prepared = await prepareBacktest(options);
  return prepared.ok ? ok(await runBacktest(prepared.value, options)) : prepared;
}

/** Reads the prices of a backtest and says which days are to be run. */
export async function prepareBacktest(
  options: Pick<BacktestOptions, 'prices' | 'from' | 'to' | 'seed' | 'calendar' | 'strategies'>,
): Promise<Result<PreparedBacktest, readonly Problem[]>> {
  const knowledge = loadMarketKnowledge(options.calendar);
  const read = await loadPrices(options.prices, knowledge);
  if (!read.ok) return read;
  const prices = read.value;
  const refused = refusalsOf(options, Object.keys(prices.indexes));
  if (refused.length > 0) return fail(refused);
  const days = daysOf(prices, { ...options, calendar: knowledge.calendar });
  if (days.length === 0) return noDays(prices);
  const world = createBacktestWorld({ knowledge, prices, seed: options.seed ?? 'sauda' });
  return ok({ prices, days, world });
}

/** Runs strategies over days that were prepared; they can be run again. */
export async function runBacktest(
  { prices, days, world }: PreparedBacktest,
  options: Pick<BacktestOptions, 'strategies' | 'limits' | 'logPath' | 'onProgress' | 'signal'>,
): Promise<BacktestResult> {
  const { strategies, signal } = options;
  const stores = createStrategyStores();
  const results: BacktestDay[] = [];
  const file = openLogFile(options.logPath ?? null);
  for (const day of days) {
    if (signal?.aborted === true) break;
    options.onProgress?.({ done: results.length, total: days.length, date: day.date });
    results.push(
      runOrSkip(day, (run) => runBacktestDay(run, { ...options, world, stores, strategies, file })),
    );
    await yieldToMachine();
  }
  file.close();
  return sumUp(results, {
    strategies: strategies.map(({ strategy }) => strategy.name),
    assumptions: world.assumptions,
    problems: prices.problems,
    daysNotReached: days.length - results.length,
  });
}

function runOrSkip(day: DataDay, run: (day: DataDay) => BacktestDay): BacktestDay {
  if (day.verdict.kind === 'run') return run(day);
  return {
    date: day.date,
    status: day.verdict.kind,
    reason: day.verdict.reason,
    bars: day.bars,
    orders: 0,
    trades: 0,
    grossPaise: 0,
    costsPaise: 0,
    netPaise: 0,
    commandLogSha256: EMPTY_LOG_SHA256,
  };
}
