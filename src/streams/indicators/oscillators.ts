import { type Bar } from '../../model/market/bar.ts';
import { indicatorOf, type Indicator } from './indicator.ts';
import { checkLengths } from './indicator-limits.ts';

/** What `stochastic` says, 0 to 100. */
export interface StochasticValue {
  /** %K: where the close lies between the lowest low and the highest high, smoothed. */
  readonly k: number;
  /** %D: the mean of the last %K. */
  readonly d: number;
}

/** Where a close lies in bars that never moved. */
const MIDDLE = 50;

/**
 * Stochastic oscillator, slow where `smoothing` is above 1: simple means throughout. A close in bars that never moved lies in
 * the middle, 50.
 *
 * @param bars - of the range, 1 to 500
 * @param smoothing - closes of which %K is the mean, 1 to 500
 * @param signal - values of %K of which %D is the mean, 1 to 500
 * @throws {InvalidIndicator} for other lengths
 */
export function stochastic(bars = 14, smoothing = 3, signal = 3): Indicator<StochasticValue> {
  checkLengths('stochastic', [bars, smoothing, signal]);
  return indicatorOf(bars + smoothing + signal - 2, () => {
    const [range, raws, ks] = [
      lastOf<Bar>(bars),
      lastOf<number>(smoothing),
      lastOf<number>(signal),
    ];
    return (bar) => {
      const all = range(bar);
      const some = all === null ? null : raws(placeIn(all, bar.closePaise));
      const k = some === null ? null : meanOf(some);
      const signals = k === null ? null : ks(k);
      return k === null || signals === null ? null : { k, d: meanOf(signals) };
    };
  });
}

function placeIn(bars: readonly Bar[], closePaise: number): number {
  const high = Math.max(...bars.map(({ highPaise }) => highPaise));
  const low = Math.min(...bars.map(({ lowPaise }) => lowPaise));
  return high === low ? MIDDLE : (100 * (closePaise - low)) / (high - low);
}

/** Lambert's constant: most values of a commodity channel index lie between -100 and 100. */
const LAMBERT = 0.015;

/**
 * Commodity channel index: how far the typical price, `(high + low + close) / 3`, is from its simple mean, in mean deviations. 0
 * where it never moved.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function cci(bars = 20): Indicator<number> {
  checkLengths('cci', [bars]);
  return indicatorOf(bars, () => {
    const prices = lastOf<number>(bars);
    return ({ highPaise, lowPaise, closePaise }) => {
      const price = (highPaise + lowPaise + closePaise) / 3;
      const all = prices(price);
      if (all === null) return null;
      const mean = meanOf(all);
      const deviation = meanOf(all.map((one) => Math.abs(one - mean)));
      return deviation === 0 ? 0 : (price - mean) / (LAMBERT * deviation);
    };
  });
}

/** Keeps the last of so many items; null until there are enough. */
function lastOf<Item>(count: number): (item: Item) => readonly Item[] | null {
  const all: Item[] = [];
  return (item) => {
    all.push(item);
    if (all.length > count) all.shift();
    return all.length < count ? null : all;
  };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
