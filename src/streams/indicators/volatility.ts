import { ATR, BollingerBands, SuperTrend } from 'trading-signals';

import { type Bar } from '../../model/market/bar.ts';
import { indicatorOf, type Indicator, toPaise } from './indicator.ts';
import { checkLengths, checkMultiplier } from './indicator-limits.ts';
import { wilderWarmupBars } from './wilder.ts';

/** A bar as the library takes it. */
export function candleOf({ openPaise, highPaise, lowPaise, closePaise }: Bar): {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
} {
  return { open: openPaise, high: highPaise, low: lowPaise, close: closePaise };
}

/**
 * Average true range with Wilder's smoothing, in paise. A gap to the bar before counts, that of a night too.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function atr(bars = 14): Indicator<number> {
  checkLengths('atr', [bars]);
  return indicatorOf(wilderWarmupBars(bars), () => {
    const series = new ATR(bars);
    return (bar) => {
      const value = series.add(candleOf(bar));
      return value === null ? null : toPaise(value);
    };
  });
}

/** What `bollinger` says, in paise. */
export interface BollingerValue {
  readonly lowerPaise: number;
  /** The simple moving average. */
  readonly middlePaise: number;
  readonly upperPaise: number;
}

/**
 * Bollinger bands: the simple moving average of closes, and so many standard deviations (of all those closes, not of a sample)
 * above and below.
 *
 * @param bars - 1 to 500
 * @param deviations - above 0, to 100
 * @throws {InvalidIndicator} for others
 */
export function bollinger(bars = 20, deviations = 2): Indicator<BollingerValue> {
  checkLengths('bollinger', [bars]);
  checkMultiplier('bollinger', deviations);
  return indicatorOf(bars, () => {
    const series = new BollingerBands(bars, deviations);
    return ({ closePaise }) => {
      const bands = series.add(closePaise);
      if (bands === null) return null;
      return {
        lowerPaise: toPaise(bands.lower),
        middlePaise: toPaise(bands.middle),
        upperPaise: toPaise(bands.upper),
      };
    };
  });
}

/** What `supertrend` says. */
export interface SupertrendValue {
  /** The line: below the closes of a trend that is up, above those of one that is down. */
  readonly linePaise: number;
  readonly isUp: boolean;
}

/**
 * Supertrend as charts of TradingView draw it: bands of `multiplier` times ATR(`bars`) around the middle of the bar, which only
 * tighten while the trend lasts. It turns when a bar closes beyond the band against it. The first trend is down.
 *
 * @param bars - 1 to 500
 * @param multiplier - above 0, to 100
 * @throws {InvalidIndicator} for others
 */
export function supertrend(bars = 10, multiplier = 3): Indicator<SupertrendValue> {
  checkLengths('supertrend', [bars]);
  checkMultiplier('supertrend', multiplier);
  return indicatorOf(wilderWarmupBars(bars), () => {
    const series = new SuperTrend({ interval: bars, multiplier });
    return (bar) => {
      const result = series.add(candleOf(bar));
      if (result === null) return null;
      return { linePaise: toPaise(result.supertrend), isUp: result.trend === 'BULLISH' };
    };
  });
}
