import { normalCumulative } from '../model/normal-distribution.ts';

/** A Sharpe ratio and the series it was measured on. */
export interface MeasuredSharpe {
  /** Of one day (of one period), not a year's. */
  readonly sharpePerDay: number;
  /** Length of the series. */
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
