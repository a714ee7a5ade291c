import { momentsOf } from './moments.ts';

/** What ratios over days are reckoned with. */
export interface RatioOptions {
  /** Money that returns are relative to, paise. */
  readonly capitalPaise: number;
  /** Trading days of a year. */
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
  /** A year's. */
  readonly sharpe: number | null;
  /** A day's: what a probabilistic or deflated Sharpe ratio is made of. */
  readonly sharpePerDay: number | null;
  /** A year's. */
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
  if (mean === null || deviation === null) return NONE;
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

const NONE: DailyRatios = {
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
