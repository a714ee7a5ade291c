import { type BacktestDay } from './backtest-result.ts';

/** The deepest fall of the summed net at any moment at which it was reckoned, within days and across them. */
export interface IntradayDrawdown {
  /** Above 0. */
  readonly depthPaise: number;
  /** When the net was highest before it; null when that is the beginning. */
  readonly peakAtMs: number | null;
  readonly lowAtMs: number;
}

/** The deepest fall in the equity points of days, the curve beginning at 0; null when it never fell. */
export function intradayDrawdown(days: readonly BacktestDay[]): IntradayDrawdown | null {
  let deepest: IntradayDrawdown | null = null;
  let peakPaise = 0;
  let peakAtMs: number | null = null;
  let beforePaise = 0;
  for (const { equity, netPaise } of days) {
    for (const { atMs, netPaise: soFarPaise } of equity) {
      const equityPaise = beforePaise + soFarPaise;
      const depthPaise = peakPaise - equityPaise;
      if (depthPaise <= 0) {
        peakPaise = equityPaise;
        peakAtMs = atMs;
      } else if (depthPaise > (deepest?.depthPaise ?? 0)) {
        deepest = { depthPaise, peakAtMs, lowAtMs: atMs };
      }
    }
    beforePaise += netPaise;
  }
  return deepest;
}
