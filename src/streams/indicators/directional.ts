import { TR } from 'trading-signals';

import { type Bar } from '../../model/market/bar.ts';
import { indicatorOf, type Indicator, type NextValue } from './indicator.ts';
import { checkLengths } from './indicator-limits.ts';
import { candleOf } from './volatility.ts';
import { wilderAverage, wilderWarmupBars } from './wilder.ts';

/** What `adx` says, each 0 to 100. */
export interface AdxValue {
  readonly adx: number;
  readonly plusDi: number;
  readonly minusDi: number;
}

/**
 * Average directional index with both directional indicators, after Wilder. A bar that reaches as much higher as it reaches
 * lower moves in no direction. Where nothing moved all three are 0.
 *
 * Not the library's: that one counts such a bar in both directions, and has no number any more after a time without a move.
 *
 * @param bars - 1 to 500
 * @throws {InvalidIndicator} for another length
 */
export function adx(bars = 14): Indicator<AdxValue> {
  checkLengths('adx', [bars]);
  // It averages an average.
  return indicatorOf(2 * wilderWarmupBars(bars), () => startAdx(bars));
}

function startAdx(bars: number): NextValue<AdxValue> {
  const trueRange = new TR();
  const nextRange = wilderAverage(bars);
  const nextUp = wilderAverage(bars);
  const nextDown = wilderAverage(bars);
  const nextAdx = wilderAverage(bars);
  let before: Bar | null = null;
  return (bar) => {
    const rangePaise = trueRange.add(candleOf(bar));
    const moved = before === null ? null : movesOf(before, bar);
    before = bar;
    if (moved === null || rangePaise === null) return null;
    const [range, up, down] = [nextRange(rangePaise), nextUp(moved.up), nextDown(moved.down)];
    if (range === null || up === null || down === null) return null;
    const [plusDi, minusDi] = [percentOf(up, range), percentOf(down, range)];
    const value = nextAdx(percentOf(Math.abs(plusDi - minusDi), plusDi + minusDi));
    return value === null ? null : { adx: value, plusDi, minusDi };
  };
}

function movesOf(before: Bar, bar: Bar): { readonly up: number; readonly down: number } {
  const up = bar.highPaise - before.highPaise;
  const down = before.lowPaise - bar.lowPaise;
  return { up: up > down && up > 0 ? up : 0, down: down > up && down > 0 ? down : 0 };
}

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
