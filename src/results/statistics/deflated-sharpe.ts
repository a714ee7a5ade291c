import { normalCumulative, normalQuantile } from '../../base/normal-distribution.ts';
import { momentsOf } from './daily-ratios.ts';

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

/** A Sharpe ratio and the series it was measured on. */
export interface MeasuredSharpe {
  /** Of one day (of one period), not a year's. */
  readonly sharpePerDay: number;
  readonly days: number;
  readonly skewness: number;
  /** 3 for the normal distribution. */
  readonly kurtosis: number;
}

/**
 * Probability that the true Sharpe ratio is above `benchmarkPerDay`, given how long, skewed and fat-tailed the series
 * is. Null for fewer than two days, and where the moments leave the estimate without a variance.
 *
 * Source: D. H. Bailey and M. López de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk 15(2), 2012.
 */
export function probabilisticSharpe(
  { sharpePerDay, days, skewness, kurtosis }: MeasuredSharpe,
  benchmarkPerDay = 0,
): number | null {
  const variance = 1 - skewness * sharpePerDay + ((kurtosis - 1) / 4) * sharpePerDay ** 2;
  if (days < 2 || !(variance > 0)) return null;
  return normalCumulative(
    ((sharpePerDay - benchmarkPerDay) * Math.sqrt(days - 1)) / Math.sqrt(variance),
  );
}

/**
 * Trials of a sweep, from each variant's Sharpe ratio of a day. A variant without one (it never traded, or never
 * varied) was tried and counts, but says nothing of the variance. All variants are taken as independent, which is
 * the strict side: related ones are fewer in effect.
 *
 * Variants that came to the same ratio say only once how much ratios vary: else copies of one variant would narrow
 * the variance more than their number raises the bar, and padding a sweep would pay.
 */
export function trialsOf(sharpesPerDay: readonly (number | null)[]): Trials {
  const distinct = new Set(sharpesPerDay.filter((sharpe) => sharpe !== null));
  const deviation = momentsOf([...distinct]).deviation ?? 0;
  return { count: sharpesPerDay.length, sharpeVariance: deviation ** 2 };
}
