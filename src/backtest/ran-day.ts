import { EMPTY_LOG_SHA256 } from '../day/command-log.ts';
import { type MinuteBar, BAR_MS } from '../market/minute-bar.ts';
import { NO_COSTS } from '../model/money/costs.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import {
  type BacktestDay,
  type EquityPoint,
  type IndexPoint,
  type Money,
} from '../results/backtest-result.ts';
import { NO_MONEY } from '../results/backtest-totals.ts';
import { type DataDay } from './backtest-days.ts';

/** A day as results show it, and what only the totals need of it. */
export interface RanDay {
  readonly day: BacktestDay;
  readonly turnoverPaise: number;
  readonly optimistic: Money;
  readonly pessimistic: Money;
}

/** A day that came to nothing. */
export function emptyDay(
  { date, bars }: DataDay,
  { sessions }: CalendarDay,
  why: Pick<BacktestDay, 'status'> & { readonly reason: string },
): RanDay {
  const nothing = { fills: [], equity: [], index: [], legs: [] };
  const day: BacktestDay = {
    date,
    ...why,
    sessions,
    bars,
    orders: 0,
    trades: 0,
    ...NO_MONEY,
    costs: NO_COSTS,
    marginPaiseMax: 0,
    ...nothing,
    commandLogSha256: EMPTY_LOG_SHA256,
  };
  return { day, turnoverPaise: 0, optimistic: NO_MONEY, pessimistic: NO_MONEY };
}

/** Where an index closed each minute, at the minute's end. */
export function indexPoints(bars: readonly MinuteBar[]): readonly IndexPoint[] {
  return bars.map(({ startMs, closePaise }) => ({ atMs: startMs + BAR_MS, closePaise }));
}

/** Points of equity in 16 bytes each: a result of years would be mostly these. */
export class PackedEquity {
  readonly #numbers: Float64Array;

  constructor(points: readonly EquityPoint[]) {
    this.#numbers = new Float64Array(2 * points.length);
    points.forEach(({ atMs, netPaise }, place) => {
      this.#numbers[2 * place] = atMs;
      this.#numbers[2 * place + 1] = netPaise;
    });
  }

  points(): readonly EquityPoint[] {
    return Array.from({ length: this.#numbers.length / 2 }, (_, place) => ({
      atMs: this.#numbers[2 * place] ?? 0,
      netPaise: this.#numbers[2 * place + 1] ?? 0,
    }));
  }
}
