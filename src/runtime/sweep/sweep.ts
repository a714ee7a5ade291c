import { availableParallelism } from 'node:os';

import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type SweepResult } from '../../results/sweep-result.ts';
import { summedSweep } from '../../results/sweep-summary.ts';
import { chooseVariants } from './choose-variants.ts';
import { runVariants } from './run-variants.ts';
import { type SweepCost, type SweepOptions } from './sweep-options.ts';
import { tooFewDays } from './too-few-days.ts';
import { createVariantCache, NO_CACHE } from './variant-cache.ts';
import { variantKeys } from './variant-key.ts';
import { TURN_MS_MAX } from '../watch-turns.ts';
import { VariantPool } from './variant-pool.ts';
import { type WorkerSetup } from './variant-task.ts';

/** A sweep that ended. */
export interface Swept {
  /** A function of the question alone: threads, interruptions and the cache change nothing in it. */
  readonly result: SweepResult;
  readonly cost: SweepCost;
}

/** Tries a strategy under many parameters over the same days. */
export async function sweep(options: SweepOptions): Promise<Result<Swept, readonly Problem[]>> {
  const { backtest, method, split, seed, cacheDirectory } = options;
  if (method.kind === 'halving' && split.kind === 'walk-forward') return noWindows();
  const chosen = chooseVariants(options);
  if (!chosen.ok) return chosen;
  const refused = await tooFewDays(split, backtest);
  if (refused.length > 0) return fail(refused);
  const { strategy, sourceHash, path } = options.strategy;
  const keyOf = await variantKeys(backtest, sourceHash);
  if (!keyOf.ok) return keyOf;
  const cache = cacheDirectory === null ? NO_CACHE : createVariantCache(cacheDirectory);
  const pool = poolOf(options, { strategyPath: path, backtest, sourceHash });
  const parts = { ...options, keyOf: keyOf.value, cache, pool };
  const ran = await runVariants(chosen.value.variants, parts).finally(() => pool.close());
  if (!ran.ok) return ran;
  const { params, combinations } = chosen.value;
  const { variants, run, kept } = ran.value;
  const named = { name: strategy.name, sourceHash };
  return ok({
    result: summedSweep({ strategy: named, params, method, combinations, split, seed, variants }),
    cost: { run, kept, damaged: cache.damaged(), trouble: cache.trouble() },
  });
}

function poolOf(options: SweepOptions, setup: WorkerSetup): VariantPool {
  const { workers = availableParallelism(), turnMsMax = TURN_MS_MAX } = options;
  const signal = options.signal ?? new AbortController().signal;
  return new VariantPool({ setup, workers, signal, turnMsMax });
}

function noWindows(): Result<never, readonly Problem[]> {
  return fail([
    problem('Halving cannot walk forward: it runs most variants over a part of the days', {
      next: 'Take --split 70/30, or another --method',
    }),
  ]);
}
