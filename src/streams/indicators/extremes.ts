import { type Bar } from '../../model/market/bar.ts';
import { indicatorOf, type Indicator } from './indicator.ts';
import { checkLengths } from './indicator-limits.ts';

/**
 * Highest high of the last bars, in paise.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function highest(bars: number): Indicator<number> {
  checkLengths('highest', [bars]);
  return extreme(bars, (all) => Math.max(...all.map(({ highPaise }) => highPaise)));
}

/**
 * Lowest low of the last bars, in paise.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function lowest(bars: number): Indicator<number> {
  checkLengths('lowest', [bars]);
  return extreme(bars, (all) => Math.min(...all.map(({ lowPaise }) => lowPaise)));
}

function extreme(bars: number, of: (all: readonly Bar[]) => number): Indicator<number> {
  return indicatorOf(bars, () => {
    const all: Bar[] = [];
    return (bar) => {
      all.push(bar);
      if (all.length > bars) all.shift();
      return all.length < bars ? null : of(all);
    };
  });
}
