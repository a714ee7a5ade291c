import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import {
  type RankName,
  type SweepMethod,
  type SweepSplit,
} from '../../results/sweep/sweep-result.ts';
import { type WrittenParam } from './parse-param.ts';
import { type SweptBacktest } from './variant-task.ts';

/** What a sweep tries, over what. */
export interface SweepOptions {
  /** With its default parameters. */
  readonly strategy: LoadedStrategy;
  readonly backtest: SweptBacktest;
  /** At least one; the last one changes fastest. */
  readonly params: readonly WrittenParam[];
  readonly method: SweepMethod;
  readonly split: SweepSplit;
  /** What the best is best by, and what halving keeps. */
  readonly rank: RankName;
  /** Of draws and of the backtests, the same for all variants. */
  readonly seed: string;
  /** Threads at most. @default one for each core */
  readonly workers?: number;
  /** How long the strategy's code may go on without returning; then its variant has failed. @default 30,000 */
  readonly turnMsMax?: number;
  /** Where runs are kept; null keeps none. */
  readonly cacheDirectory: string | null;
  readonly onProgress?: (progress: SweepProgress) => void;
  /** Ends the sweep at once. What is done is kept and returned. */
  readonly signal?: AbortSignal;
}

/** How far a sweep is, in runs of variants. */
export interface SweepProgress {
  readonly done: number;
  readonly total: number;
}

/** What it cost to know the result. None of it changes the result. */
export interface SweepCost {
  /** Runs that were made. */
  readonly run: number;
  /** Runs that were there already. */
  readonly kept: number;
  /** Of what was kept, how many were damaged and made anew. */
  readonly damaged: number;
  /** Why runs could not be kept; null when they were. */
  readonly trouble: string | null;
}
