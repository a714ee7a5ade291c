import { normalQuantile } from './normal-quantile.ts';
import { type MeasuredSharpe, probabilisticSharpe } from './probabilistic-sharpe.ts';

const EULER_MASCHERONI = 0.577_215_664_901_532_9;

/** What was tried before the best was chosen. */
export interface Trials {
  /** How many independent variants were tried; at most the number of variants. */
  readonly count: number;
  /** Variance of the variants' Sharpe ratios of a day. */
  readonly sharpeVariance: number;
}

/**
 * The Sharpe ratio of a day that the best of so many variants shows by luck alone, when none has any skill.
 * 0 for a single one.
 *
 * Source: D. H. Bailey and M. López de Prado, "The Deflated Sharpe Ratio", Journal of Portfolio Management 40(5), 2014.
 */
export function expectedMaximumSharpe({ count, sharpeVariance }: Trials): number {
  if (count < 2) return 0;
  const beyond = normalQuantile(1 - 1 / count);
  const farBeyond = normalQuantile(1 - 1 / (count * Math.E));
  const inDeviations = (1 - EULER_MASCHERONI) * beyond + EULER_MASCHERONI * farBeyond;
  return Math.sqrt(sharpeVariance) * inDeviations;
}

/**
 * Probability that the best variant has skill, after what luck among so many variants would have shown: its
 * probabilistic Sharpe ratio against {@link expectedMaximumSharpe}. Null where that is not defined.
 */
export function deflatedSharpe(best: MeasuredSharpe, trials: Trials): number | null {
  return probabilisticSharpe(best, expectedMaximumSharpe(trials));
}
