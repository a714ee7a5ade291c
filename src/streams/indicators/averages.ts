import { EMA, SMA, WMA } from 'trading-signals';

import { indicatorOf, type Indicator, toPaise } from './indicator.ts';
import { checkLengths } from './indicator-limits.ts';

/** An EMA forgets its first bar by a factor of e² in each length: after seven, 24,000 points are less than a paisa. */
const EMA_LENGTHS = 7;

/** How many bars an EMA needs until its first one no longer matters. */
export function emaWarmupBars(bars: number): number {
  return EMA_LENGTHS * bars;
}

/**
 * Simple moving average: the mean of the last closes, in paise.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function sma(bars: number): Indicator<number> {
  checkLengths('sma', [bars]);
  return ofCloses(bars, () => new SMA(bars));
}

/**
 * Exponential moving average of closes, in paise: each close counts `2 / (bars + 1)`. It starts at the first close and has its
 * first value at bar number `bars`.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function ema(bars: number): Indicator<number> {
  checkLengths('ema', [bars]);
  return ofCloses(emaWarmupBars(bars), () => new EMA(bars));
}

/**
 * Weighted moving average of closes, in paise: the last close counts `bars` times, the one before once less.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function wma(bars: number): Indicator<number> {
  checkLengths('wma', [bars]);
  return ofCloses(bars, () => new WMA(bars));
}

/** Whatever takes prices one by one, and knows when it has enough. */
interface Series {
  readonly isStable: boolean;
  add(price: number): number | null;
}

function ofCloses(warmupBars: number, make: () => Series): Indicator<number> {
  return indicatorOf(warmupBars, () => {
    const series = make();
    return ({ closePaise }) => {
      const value = series.add(closePaise);
      // An EMA returns a value at its first bar, long before it is one.
      return value === null || !series.isStable ? null : toPaise(value);
    };
  });
}
