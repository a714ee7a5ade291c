import { type BacktestOptions } from '../../backtest/backtest.ts';
import { type Json } from '../../base/json.ts';
import { choosingDays } from '../../results/sweep/sample-figures.ts';
import { type VariantRun } from '../../results/sweep/sweep-result.ts';

/** One run of one variant: which parameters, over which of the days. */
export interface VariantTask {
  readonly params: Readonly<Record<string, Json>>;
  /** Null: all days. */
  readonly first: FirstDays | null;
  /** All volatilities of modelled prices are multiplied by it. @default 1 */
  readonly volatilityScale?: number;
}

/** A part of the days that choose, from the first on. */
export interface FirstDays {
  /** Which of all days choose; the others are not looked at. */
  readonly inSamplePercent: number;
  /** 4: a quarter of them. At least 1. */
  readonly fraction: number;
}

/** What became of a task. */
export type VariantOutcome =
  | {
      readonly kind: 'done';
      readonly run: VariantRun;
      /** Why the same question may have another answer later, so that the run cannot be kept; null when it cannot. */
      readonly passing: string | null;
    }
  /** This variant cannot be run; others may. */
  | { readonly kind: 'failed'; readonly problem: string };

/** What every worker is given at its start. */
export interface WorkerSetup {
  /** Absolute. */
  readonly strategyPath: string;
  /** Of the strategy as it was when the sweep began. */
  readonly sourceHash: string;
  /** SHA-256 of the files of prices as they were when the sweep began. */
  readonly priceHashes: readonly string[];
  readonly backtest: SweptBacktest;
}

/** What a thread is started with. */
export interface WorkerStart extends WorkerSetup {
  /** Where it marks the turns of the strategy's code: see `TurnBeat`. */
  readonly turns: SharedArrayBuffer;
}

/** How many of so many days a task runs. */
export function daysOfTask({ first }: Pick<VariantTask, 'first'>, days: number): number {
  if (first === null) return days;
  const { inSamplePercent, fraction } = first;
  const choosing = choosingDays({ kind: 'holdout', inSamplePercent }, days);
  return Math.min(choosing, Math.max(1, Math.floor(choosing / fraction)));
}

/** A backtest without what differs from variant to variant, and without what is no plain data. */
export type SweptBacktest = Omit<
  BacktestOptions,
  'strategies' | 'reads' | 'signal' | 'onProgress' | 'logPath' | 'onLogTrouble' | 'witnessOf'
>;
