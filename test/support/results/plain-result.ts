import { NO_COSTS } from '../../../src/model/money/costs.ts';
import { addDays, type IstDate, weekday } from '../../../src/model/time/ist.ts';
import { type BacktestDay, type BacktestResult } from '../../../src/results/backtest-result.ts';
import { moneyOfRunDays, totalsOf } from '../../../src/results/backtest-totals.ts';
import { sessionOf } from './a-day.ts';
import { aResult } from './a-result.ts';

/** A result whose days came to these nets and did nothing else, on weekdays from 2024-01-01. */
export function plainResult(
  netPaise: readonly number[],
  overrides: Partial<BacktestResult> = {},
): BacktestResult {
  const empty = aResult({ dates: 0 });
  let date = '2023-12-31';
  const days = netPaise.map((net) => {
    date = nextWeekday(date);
    return plainDay(date, net);
  });
  const totals = totalsOf(days, 0);
  const money = moneyOfRunDays(days.length, days);
  const scenarios = { optimistic: money, default: money, pessimistic: money };
  return { ...empty, problems: [], problemCounts: {}, days, totals, scenarios, ...overrides };
}

/** A day that came to a net and has no fill. */
export function plainDay(date: IstDate, netPaise: number): BacktestDay {
  return {
    date,
    status: 'ok',
    sessions: sessionOf(date),
    bars: 375,
    orders: 0,
    trades: 0,
    grossPaise: netPaise,
    costsPaise: 0,
    netPaise,
    costs: NO_COSTS,
    fills: [],
    equity: [],
    index: [],
    marginPaiseMax: 0,
    legs: [],
    commandLogSha256: '0'.repeat(64),
  };
}

function nextWeekday(date: IstDate): IstDate {
  let next = addDays(date, 1);
  while (weekday(next) === 0 || weekday(next) === 6) next = addDays(next, 1);
  return next;
}
