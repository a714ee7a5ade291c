import { readFile } from 'node:fs/promises';

import { yieldToMachine } from '../adapters/system/wait.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { whyUnreadable } from '../base/why-unreadable.ts';
import { type EngineLimits } from '../engine/engine-limits.ts';
import { type IstDate } from '../model/ist.ts';
import { parseIndexCsv } from '../simulator/market/csv-index.ts';
import { type BacktestDay, type BacktestResult } from './backtest-result.ts';
import { runBacktestDay } from './backtest-day.ts';
import { daysOf, type DataDay } from './backtest-days.ts';
import { noDays, refusalsOf } from './backtest-refusals.ts';
import { createBacktestWorld } from './backtest-world.ts';
import { sumUp } from './backtest-totals.ts';
import { EMPTY_LOG_SHA256, openLogFile } from './command-log.ts';
import { guessUnderlying } from './guess-underlying.ts';
import { type LoadedStrategy } from './load-strategy.ts';
import { loadMarketKnowledge } from './market-knowledge.ts';
import { createStrategyStores } from './strategy-stores.ts';

/** What a backtest runs, over what. */
export interface BacktestOptions {
  readonly strategies: readonly LoadedStrategy[];
  /** Minute bars of an index, CSV. */
  readonly pricesPath: string;
  /** First date, included. @default the first of the data */
  readonly from?: IstDate;
  /** Last date, included. @default the last of the data */
  readonly to?: IstDate;
  /** Whose bars they are. @default told from the file's name, else NIFTY */
  readonly underlying?: string;
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

/** Runs strategies over every trading day of a price file, in virtual time. No day is dropped without a word. */
export async function backtest(
  options: BacktestOptions,
): Promise<Result<BacktestResult, readonly Problem[]>> {
  const { pricesPath, strategies, signal } = options;
  const knowledge = loadMarketKnowledge(options.calendar);
  const underlying = underlyingOf(options, knowledge.rules.underlyings);
  if (!underlying.ok) return underlying;
  const text = await readPrices(pricesPath);
  if (!text.ok) return text;
  const data = parseIndexCsv(text.value, knowledge.calendar);
  const days = daysOf(data, { ...options, calendar: knowledge.calendar });
  if (days.length === 0) return noDays(pricesPath, data);
  const world = createBacktestWorld({
    knowledge,
    underlying: underlying.value,
    days: data.days,
    seed: options.seed ?? 'sauda',
  });
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
  return ok(
    sumUp(results, {
      strategies: strategies.map(({ strategy }) => strategy.name),
      assumptions: world.assumptions,
      problems: data.problems,
      daysNotReached: days.length - results.length,
    }),
  );
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

async function readPrices(path: string): Promise<Result<string, readonly Problem[]>> {
  try {
    return ok(await readFile(path, 'utf8'));
  } catch (error) {
    return fail([problem('Cannot read prices', { file: path, found: whyUnreadable(error) })]);
  }
}

function underlyingOf(
  options: BacktestOptions,
  known: readonly string[],
): Result<string, readonly Problem[]> {
  const underlying = options.underlying ?? guessUnderlying(options.pricesPath, known);
  if (!known.includes(underlying)) {
    const allowed = known.join(', ');
    return fail([problem(`Unknown underlying "${underlying}"`, { found: underlying, allowed })]);
  }
  const refused = refusalsOf(options, underlying);
  return refused.length > 0 ? fail(refused) : ok(underlying);
}
