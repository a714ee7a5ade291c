import { type DayNet } from './backtest-result.ts';
import { type CurvePoint } from './performance.ts';

/** The summed net after each day, and how far below its highest so far; the curve begins at 0. */
export function curveOf(days: readonly DayNet[]): readonly CurvePoint[] {
  let equityPaise = 0;
  let peakPaise = 0;
  return days.map(({ date, netPaise }) => {
    equityPaise += netPaise;
    peakPaise = Math.max(peakPaise, equityPaise);
    return { date, netPaise, equityPaise, drawdownPaise: peakPaise - equityPaise };
  });
}
