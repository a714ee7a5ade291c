import { VWAP } from 'trading-signals';

import { istDate } from '../../model/time/ist.ts';
import { indicatorOf, type Indicator, toPaise } from './indicator.ts';
import { candleOf } from './volatility.ts';

/** Bars of one minute of a day, and one of the day before, which shows that the day is there from its open. */
const DAY_BARS = 376;

/**
 * Volume-weighted average price since the open, in paise: the mean of `(high + low + close) / 3`. It starts afresh each day.
 *
 * No source of sauda knows a volume, and an index has none: every bar counts the same.
 *
 * Null on a day whose open is missing: the first bar is not the session's, and none of an earlier day came. A run that may start
 * late needs a warm-up.
 */
export function vwap(): Indicator<number> {
  return indicatorOf(DAY_BARS, () => {
    let day = '';
    let isWhole = false;
    let series = new VWAP();
    return (bar) => {
      const date = istDate(bar.startMs);
      if (date !== day) {
        isWhole = day !== '' || bar.isOpening === true;
        day = date;
        series = new VWAP();
      }
      const value = series.add({ ...candleOf(bar), volume: 1 });
      return value === null || !isWhole ? null : toPaise(value);
    };
  });
}
