import { parentPort, workerData } from 'node:worker_threads';

import { markTurnsIn } from '../../adapters/system/turn-watch.ts';
import { prepareBacktest, type PreparedBacktest, worldOf } from '../../backtest/backtest.ts';
import { invariant } from '../../base/invariant.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { applyParams } from '../../loading/apply-params.ts';
import { protectBuiltIns } from '../../loading/guard-process.ts';
import {
  importedLater,
  type LoadedStrategy,
  loadStrategy,
  strategyCopy,
} from '../../loading/load-strategy.ts';
import { type PricesUsed } from '../../results/backtest-result.ts';
import { watchFileReads } from '../lookahead/watch-file-reads.ts';
import { runVariant } from './run-variant.ts';
import { type WorkerAnswer } from './variant-pool.ts';
import { type VariantTask, type WorkerStart } from './variant-task.ts';

/** What a thread has when it has read everything. */
interface Ready {
  readonly strategy: LoadedStrategy;
  readonly prepared: PreparedBacktest;
}

const { strategyPath, sourceHash, priceHashes, backtest, turns } = workerData as WorkerStart;
markTurnsIn(turns);
protectBuiltIns();
/** Begins before the strategy is loaded. */
const watch = watchFileReads();
let copies = 0;
let ready: Promise<Result<Ready, readonly Problem[]>> | null = null;

/**
 * One thread of a sweep. It reads the strategy and the prices once, with its first task, and answers each task with
 * what became of it; it is given the next one when it has answered.
 */
async function answerTo(task: VariantTask): Promise<WorkerAnswer> {
  try {
    ready ??= getReady();
    const all = await ready;
    if (!all.ok) return { kind: 'unusable', problems: all.error };
    return await runTask(all.value, task);
  } catch (error) {
    return { kind: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
}

async function runTask({ strategy, prepared }: Ready, task: VariantTask): Promise<WorkerAnswer> {
  // Who ran before on this thread depends on how many threads there are, and may not matter.
  copies += 1;
  const own = await strategyCopy(strategy, copies);
  const params = applyParams(own, task.params, strategyPath);
  if (!params.ok) return { kind: 'failed', problem: params.error[0]?.message ?? '' };
  const variant = { ...strategy, strategy: own, params: params.value };
  const days = atVolatility(prepared, task);
  const ran = await runVariant(days, { strategy: variant, backtest }, task);
  if (!ran.ok) return { kind: 'failed', problem: ran.error };
  return { kind: 'done', run: ran.value, passing: whyPassing({ strategy, prepared }) };
}

/** The days as they were prepared, or with another volatility of the modelled prices. */
function atVolatility(
  prepared: PreparedBacktest,
  { volatilityScale }: VariantTask,
): PreparedBacktest {
  if (volatilityScale === undefined) return prepared;
  const pricing = { ...backtest.pricing, volatilityScale };
  const { listing } = prepared.world;
  return { ...prepared, world: worldOf(prepared.prices, { ...backtest, listing }, pricing) };
}

/** Why another run may come to something else though all that is hashed is the same. */
function whyPassing({ strategy, prepared }: Ready): string | null {
  const opened = watch.opened()[0]?.what ?? importedLater(strategy);
  if (opened !== null) {
    return `the strategy opens "${opened}" by itself, and what is in it may change`;
  }
  const isAhead = (prepared.prices.problemCounts['future-date'] ?? 0) > 0;
  return isAhead
    ? 'prices are of days to come by the clock, which count once these have come'
    : null;
}

async function getReady(): Promise<Result<Ready, readonly Problem[]>> {
  const loaded = await loadStrategy(strategyPath);
  if (!loaded.ok) return loaded;
  if (loaded.value.sourceHash !== sourceHash) {
    const message = 'The strategy was changed while the sweep began';
    return fail([problem(message, { file: strategyPath, next: 'Start the sweep again' })]);
  }
  // Whose prices a variant needs may be one of its parameters, so that is asked for each.
  const prepared = await prepareBacktest({
    ...backtest,
    strategies: [],
    isRunAgain: true,
  });
  if (!prepared.ok) return prepared;
  const other = changedFile(prepared.value.prices.sources);
  if (other !== null) {
    const message = 'Prices were changed while the sweep began';
    return fail([problem(message, { file: other, next: 'Start the sweep again' })]);
  }
  return ok({ strategy: loaded.value, prepared: prepared.value });
}

/** The first file of prices that does not hold what it held when the sweep began. */
function changedFile(sources: readonly PricesUsed[]): string | null {
  const read = new Set(sources.map(({ sha256 }) => sha256));
  if (priceHashes.every((sha256) => read.has(sha256))) return null;
  const known = new Set(priceHashes);
  return sources.find(({ sha256 }) => !known.has(sha256))?.source ?? '';
}

invariant(parentPort !== null, 'A worker of a sweep runs on a thread of its own');
const port = parentPort;
port.on('message', (task: VariantTask) => {
  void answerTo(task).then((answer) => {
    port.postMessage(answer);
  });
});
