import { availableParallelism } from 'node:os';
import { version as nodeVersion } from 'node:process';

import { daysOf } from '../../backtest/backtest-days.ts';
import { counted } from '../../base/counted.ts';
import { defined } from '../../base/json.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { loadPrices } from '../../loading/prices/load-prices.ts';
import { programBuild } from '../../loading/program-build.ts';
import { TURN_MS_MAX } from '../../loading/watch-turns.ts';
import { type SweepResult, type SweepSplit } from '../../results/sweep/sweep-result.ts';
import { summedSweep, withBands } from '../../results/sweep/sweep-summary.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { chooseVariants } from './choose-variants.ts';
import { placesOf } from './run-tasks.ts';
import { type RunParts, runVariants } from './run-variants.ts';
import { sweepBands } from './sweep-bands.ts';
import { type SweepCost, type SweepOptions } from './sweep-options.ts';
import { VariantCache } from './variant-cache.ts';
import { type HashedPriceFile, priceFilesOf, variantKeys } from './variant-key.ts';
import { VariantPool } from './variant-pool.ts';

interface Swept {
  /** A function of the question alone: threads, interruptions and the cache change nothing in it. */
  readonly result: SweepResult;
  readonly cost: SweepCost;
}

/** Tries a strategy under many parameters over the same days. */
export async function sweep(options: SweepOptions): Promise<Result<Swept, readonly Problem[]>> {
  const { backtest, method, split, rank, seed, cacheDirectory } = options;
  if (method.kind === 'halving' && split.kind === 'walk-forward') return noWindows();
  const chosen = chooseVariants(options);
  if (!chosen.ok) return chosen;
  const days = await daysFor(options);
  if (!days.ok) return days;
  const { strategy, sourceHash } = options.strategy;
  const files = await priceFilesOf(backtest.prices);
  if (!files.ok) return files;
  const cache = new VariantCache(cacheDirectory);
  const parts = { ...options, ...partsOf(options, files.value), days: days.value, cache };
  const { pool } = parts;
  try {
    const ran = await runVariants(chosen.value.variants, parts);
    if (!ran.ok) return ran;
    const { params, combinations } = chosen.value;
    const { variants, run, kept } = ran.value;
    const named = { name: strategy.name, sourceHash };
    const summed = summedSweep({
      ...{ strategy: named, params, method, combinations },
      ...{ split, rank, seed, variants },
    });
    const ranSoFar = run + kept;
    const bands = await sweepBands(summed, parts, ({ done, total }) => {
      options.onProgress?.({ done: ranSoFar + done, total: ranSoFar + total });
    });
    return ok({
      result: withBands(summed, bands),
      cost: { run, kept, damaged: cache.damaged, trouble: cache.trouble },
    });
  } finally {
    await pool.close();
  }
}

/** How many days there are, where the way to sweep depends on it; 0 elsewhere. Fails where they are too few. */
async function daysFor({
  backtest,
  method,
  split,
}: SweepOptions): Promise<Result<number, readonly Problem[]>> {
  if (method.kind !== 'halving' && split.kind !== 'walk-forward') return ok(0);
  const knowledge = loadMarketKnowledge(backtest.calendar);
  const prices = await loadPrices(backtest.prices, knowledge);
  if (!prices.ok) return prices;
  const { from, to } = backtest;
  const days = daysOf(prices.value, { ...knowledge, ...defined({ from, to }) });
  const count = days.filter(({ verdict }) => verdict.kind === 'run').length;
  // What holds no day at all is told by the runs, with what the data holds.
  if (split.kind !== 'walk-forward' || count === 0) return ok(count);
  const refused = tooFewFor(split, count);
  return refused.length > 0 ? fail(refused) : ok(count);
}

function partsOf(
  options: SweepOptions,
  files: readonly HashedPriceFile[],
): Pick<RunParts, 'keyOf' | 'places'> & { readonly pool: VariantPool } {
  const { strategy, backtest, workers = availableParallelism(), turnMsMax = TURN_MS_MAX } = options;
  const { sourceHash, path: strategyPath } = strategy;
  const { tables } = loadMarketKnowledge(backtest.calendar);
  const program = [programBuild(), nodeVersion];
  const priceHashes = files.map(({ sha256 }) => sha256);
  const setup = { strategyPath, backtest, sourceHash, priceHashes };
  const signal = options.signal ?? new AbortController().signal;
  return {
    keyOf: variantKeys({ sourceHash, backtest, files, tables, program }),
    places: placesOf(strategy, 'files' in backtest.prices ? backtest.prices.files : []),
    pool: new VariantPool({ setup, workers, signal, turnMsMax }),
  };
}

function noWindows(): Result<never, readonly Problem[]> {
  return fail([
    problem('Halving cannot walk forward: it runs most variants over a part of the days', {
      next: 'Take --split 70/30, or another --method',
    }),
  ]);
}

/** Why so many days hold not one window of a walk forward, with a split that they are enough for; none where they do. */
export function tooFewFor(
  { chooseDays, judgeDays }: Extract<SweepSplit, { kind: 'walk-forward' }>,
  days: number,
): readonly Problem[] {
  if (days > chooseDays) return [];
  const choosing = Math.max(1, Math.floor(days / 2));
  const judging = Math.max(1, Math.min(judgeDays, Math.floor(days / 4)));
  const fewer = `Let fewer days choose, such as --walk-forward ${String(choosing)}d/${String(judging)}d`;
  return [
    problem('Too few days for one window of the walk forward', {
      found: `${counted(days, 'day')} to run`,
      allowed: `more than the ${String(chooseDays)} that are in-sample`,
      next: days === 1 ? 'Give it prices of more days' : fewer,
    }),
  ];
}
