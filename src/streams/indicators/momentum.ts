import { EMA, MACD, RSI } from 'trading-signals';

import { emaWarmupBars } from './averages.ts';
import { indicatorOf, type Indicator, toPaise } from './indicator.ts';
import { checkLengths, InvalidIndicator } from './indicator-limits.ts';
import { wilderWarmupBars } from './wilder.ts';

/**
 * Relative strength index of closes with Wilder's smoothing, 0 to 100. As on charts it is 100 where no close of the time fell,
 * on a market that stands still too.
 *
 * @param bars - 2 to 500
 * @throws {InvalidIndicator} for another length
 */
export function rsi(bars = 14): Indicator<number> {
  checkLengths('rsi', [bars], 2);
  return indicatorOf(wilderWarmupBars(bars), () => {
    const series = new RSI(bars);
    return ({ closePaise }) => series.add(closePaise);
  });
}

/** What `macd` says, in paise. */
export interface MacdValue {
  /** The fast average less the slow one. */
  readonly macdPaise: number;
  /** The average of that. */
  readonly signalPaise: number;
  /** One less the other. */
  readonly histogramPaise: number;
}

/**
 * Moving average convergence divergence: EMA(`fast`) less EMA(`slow`) of closes, and its EMA(`signal`).
 *
 * @param fast - bars, below `slow`
 * @param slow - bars, to 500
 * @param signal - bars, 1 to 500
 * @throws {InvalidIndicator} for other lengths
 */
export function macd(fast = 12, slow = 26, signal = 9): Indicator<MacdValue> {
  checkLengths('macd', [fast, slow, signal]);
  if (fast >= slow) {
    const lengths = `${String(fast)}, ${String(slow)}`;
    throw new InvalidIndicator(`Cannot take macd(${lengths}): the first length must be shorter`);
  }
  return indicatorOf(emaWarmupBars(slow) + emaWarmupBars(signal), () => {
    const signalLine = new EMA(signal);
    const series = new MACD(new EMA(fast), new EMA(slow), signalLine);
    return ({ closePaise }) => {
      const result = series.add(closePaise);
      if (result === null || !signalLine.isStable) return null;
      const [macdPaise, signalPaise] = [toPaise(result.macd), toPaise(result.signal)];
      return { macdPaise, signalPaise, histogramPaise: macdPaise - signalPaise };
    };
  });
}
