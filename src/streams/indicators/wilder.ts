import { WSMA } from 'trading-signals';

/** Wilder's average forgets by a factor of e in each length. */
const WILDER_LENGTHS = 14;

/** How many bars Wilder's average needs until its first one no longer matters. */
export function wilderWarmupBars(bars: number): number {
  return WILDER_LENGTHS * bars;
}

/**
 * Wilder's moving average (RMA on charts): the mean of the first values, then each one counts `1 / bars`. Null until there are
 * enough.
 */
export function wilderAverage(bars: number): (value: number) => number | null {
  const average = new WSMA(bars);
  return (value) => average.add(value);
}
