import { type IstDate } from '../../model/time/ist.ts';
import { type BacktestDay, type DayNet } from '../backtest-result.ts';

/** A fall of the summed net below its highest, on the closes of days. */
export interface Drawdown {
  /** From the peak to the lowest close, above 0. */
  readonly depthPaise: number;
  /** The same as a share of capital and peak together. */
  readonly depthOfPeak: number | null;
  /** The last day at the peak; null when the peak is the beginning. */
  readonly peakDate: IstDate | null;
  readonly lowDate: IstDate;
  /** The first day at or above the peak again; null while there is none. */
  readonly recoveredDate: IstDate | null;
  readonly daysToLow: number;
  /** Days from the peak to the recovery, or to the last day where there is none. */
  readonly days: number;
}

/**
 * All drawdowns of days' nets, in order of time. The curve begins at 0 before the first day, so a loss on the first
 * day is one. Formulas: `docs/results.md`.
 */
export function drawdownsOf(days: readonly DayNet[], capitalPaise: number): readonly Drawdown[] {
  const found: Drawdown[] = [];
  let peak: Close = { equityPaise: 0, date: null, index: -1 };
  let low: Close<IstDate> | null = null;
  let equityPaise = 0;
  const end = (index: number, recoveredDate: IstDate | null): void => {
    if (low === null) return;
    const depthPaise = peak.equityPaise - low.equityPaise;
    const wasPaise = capitalPaise + peak.equityPaise;
    found.push({
      depthPaise,
      depthOfPeak: wasPaise > 0 ? depthPaise / wasPaise : null,
      peakDate: peak.date,
      lowDate: low.date,
      recoveredDate,
      daysToLow: low.index - peak.index,
      days: index - peak.index,
    });
  };
  for (const [index, { date, netPaise }] of days.entries()) {
    equityPaise += netPaise;
    if (equityPaise >= peak.equityPaise) {
      end(index, date);
      low = null;
      peak = { equityPaise, date, index };
    } else if (low === null || equityPaise < low.equityPaise) {
      low = { equityPaise, date, index };
    }
  }
  end(days.length - 1, null);
  return found;
}

interface Close<Day = IstDate | null> {
  readonly equityPaise: number;
  /** Null before the first day. */
  readonly date: Day;
  readonly index: number;
}

/** Max drawdown of the summed net at any computed point, within days and across them. */
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
