/** Inputs of ratios over days. */
export interface RatioOptions {
  /** Money that returns are relative to, paise. */
  readonly capitalPaise: number;
  readonly tradingDaysAYear: number;
  /** What the capital would have earned without risk, a year; 0.065 is 6.5 %. */
  readonly riskFreeRate: number;
}

/** Return against risk over days. Null where it is not defined: never a number that means nothing. */
export interface DailyRatios {
  /** Mean net of a day times the days of a year, over the capital; not compounded. */
  readonly annualReturn: number | null;
  /** Standard deviation of a year, over the capital. */
  readonly volatility: number | null;
  readonly sharpe: number | null;
  /** A day's: what a probabilistic or deflated Sharpe ratio is made of. */
  readonly sharpePerDay: number | null;
  readonly sortino: number | null;
  readonly skewness: number | null;
  readonly kurtosis: number | null;
}

/**
 * Ratios of a series of days' net profit, paise. Every day counts against the same capital, since lots and not the
 * account's worth decide the size of a position. Fewer than two days have none. Formulas: `docs/results.md`.
 */
export function dailyRatios(netPaise: readonly number[], options: RatioOptions): DailyRatios {
  const { capitalPaise, tradingDaysAYear } = options;
  const { mean, deviation, skewness, kurtosis } = momentsOf(netPaise);
  if (mean === null || deviation === null) return NO_RATIOS;
  const excess = mean - riskFreePaise(options);
  const root = Math.sqrt(tradingDaysAYear);
  const sharpePerDay = quotient(excess, deviation);
  const sortinoPerDay = quotient(excess, downsidePaise(netPaise, riskFreePaise(options)));
  return {
    annualReturn: quotient(mean * tradingDaysAYear, capitalPaise),
    volatility: quotient(deviation * root, capitalPaise),
    sharpe: sharpePerDay === null ? null : sharpePerDay * root,
    sharpePerDay,
    sortino: sortinoPerDay === null ? null : sortinoPerDay * root,
    skewness,
    kurtosis,
  };
}

const NO_RATIOS: DailyRatios = {
  annualReturn: null,
  volatility: null,
  sharpe: null,
  sharpePerDay: null,
  sortino: null,
  skewness: null,
  kurtosis: null,
};

/** What the capital earns on a trading day without risk. */
function riskFreePaise({ capitalPaise, tradingDaysAYear, riskFreeRate }: RatioOptions): number {
  return (capitalPaise * riskFreeRate) / tradingDaysAYear;
}

/** Root of the mean square of what days fell short of the target; days above it count as 0. */
function downsidePaise(netPaise: readonly number[], targetPaise: number): number {
  const squares = netPaise.map((net) => Math.min(0, net - targetPaise) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / netPaise.length);
}

/** Null for a divisor that is not above 0. */
function quotient(dividend: number, divisor: number): number | null {
  return divisor > 0 ? dividend / divisor : null;
}

/** Shape of a series of numbers. A part is null where the series is too short or does not vary. */
interface Moments {
  readonly count: number;
  /** Null for an empty series. */
  readonly mean: number | null;
  /** Of a sample: divided by one less than the count. Null for fewer than two. */
  readonly deviation: number | null;
  /** Third standardised moment; 0 for a symmetric series, below 0 when large losses outweigh large gains. */
  readonly skewness: number | null;
  /** Fourth standardised moment; 3 for the normal distribution, more for fat tails. */
  readonly kurtosis: number | null;
}

/** Moments of a series, each in two passes. Formulas: `docs/results.md`. */
export function momentsOf(values: readonly number[]): Moments {
  const count = values.length;
  if (count === 0) return { ...NO_MOMENTS, count };
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  if (count < 2) return { ...NO_MOMENTS, count, mean };
  const second = centralSum(values, mean, 2);
  const deviation = Math.sqrt(second / (count - 1));
  // Equal values whose mean is no number of the machine leave a variance of rounding alone.
  if (second === 0 || values.every((value) => value === values[0])) {
    return { ...NO_MOMENTS, count, mean, deviation: 0 };
  }
  const variance = second / count;
  return {
    count,
    mean,
    deviation,
    skewness: centralSum(values, mean, 3) / count / variance ** 1.5,
    kurtosis: centralSum(values, mean, 4) / count / variance ** 2,
  };
}

const NO_MOMENTS = { mean: null, deviation: null, skewness: null, kurtosis: null } as const;

function centralSum(values: readonly number[], mean: number, power: number): number {
  return values.reduce((sum, value) => sum + (value - mean) ** power, 0);
}

/** A year's return over the depth of the deepest drawdown, both of the capital; null without either. */
export function calmarOf(
  annualReturn: number | null,
  depthPaise: number,
  capitalPaise: number,
): number | null {
  if (annualReturn === null || depthPaise === 0) return null;
  return annualReturn / (depthPaise / capitalPaise);
}
