import { type CalendarDay } from '../../model/calendar.ts';
import { type Costs } from '../../model/costs.ts';
import { type BacktestDay, type IndexPoint, type Money } from '../../results/backtest-result.ts';
import { BAR_MS, type Bar } from '../../simulator/market/bar.ts';
import { EMPTY_LOG_SHA256 } from '../command-log.ts';
import { type DataDay } from './backtest-days.ts';

/** A day as results show it, and what only the totals need of it. */
export interface RanDay {
  readonly day: BacktestDay;
  readonly turnoverPaise: number;
  readonly optimistic: Money;
  readonly pessimistic: Money;
}

const NO_MONEY: Money = { grossPaise: 0, costsPaise: 0, netPaise: 0 };

const NO_COSTS: Costs = {
  brokeragePaise: 0,
  sttPaise: 0,
  exchangePaise: 0,
  sebiPaise: 0,
  gstPaise: 0,
  stampPaise: 0,
  totalPaise: 0,
};

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
export function indexPoints(bars: readonly Bar[]): readonly IndexPoint[] {
  return bars.map(({ startMs, closePaise }) => ({ atMs: startMs + BAR_MS, closePaise }));
}
