import {
  type BacktestDay,
  type BacktestResult,
  type BacktestTotals,
  type DayNet,
  type Money,
  type MoneyIfRun,
} from './backtest-result.ts';

/** No money at all. */
export const NO_MONEY: Money = { grossPaise: 0, costsPaise: 0, netPaise: 0 };

const MONEY_NOT_RUN: MoneyIfRun = { grossPaise: null, costsPaise: null, netPaise: null };

/** Adds days up; what was turned over on them is not in them. */
export function totalsOf(days: readonly BacktestDay[], turnoverPaise: number): BacktestTotals {
  const run = daysRun({ days });
  const sum = (of: (day: BacktestDay) => number): number =>
    days.reduce((total, day) => total + of(day), 0);
  const byNet = run.toSorted((left, right) => left.netPaise - right.netPaise);
  const isIdle = run.every(({ trades, netPaise }) => trades === 0 && netPaise === 0);
  return {
    days: days.length,
    daysRun: run.length,
    daysSkipped: days.length - run.length,
    daysWithProblems: days.filter(({ status }) => status === 'ran-with-problems').length,
    trades: sum(({ trades }) => trades),
    orders: sum(({ orders }) => orders),
    ...moneyOfRunDays(run.length, days),
    winningDays: run.filter(({ netPaise }) => netPaise > 0).length,
    losingDays: run.filter(({ netPaise }) => netPaise < 0).length,
    worstDay: isIdle ? null : edge(byNet[0]),
    bestDay: isIdle ? null : edge(byNet.at(-1)),
    turnoverPaise,
  };
}

/** Adds up the amounts of days; none where none of them ran. */
export function moneyOfRunDays(daysRun: number, all: readonly Money[]): MoneyIfRun {
  return daysRun === 0 ? MONEY_NOT_RUN : moneyOf(all);
}

/** Amounts of days that ran; null where none did. */
export function moneyThatRan({ grossPaise, costsPaise, netPaise }: MoneyIfRun): Money | null {
  if (grossPaise === null || costsPaise === null || netPaise === null) return null;
  return { grossPaise, costsPaise, netPaise };
}

/** Adds amounts up. */
export function moneyOf(all: readonly Money[]): Money {
  const sum = (key: keyof Money): number => all.reduce((total, one) => total + one[key], 0);
  return {
    grossPaise: sum('grossPaise'),
    costsPaise: sum('costsPaise'),
    netPaise: sum('netPaise'),
  };
}

function edge(day: BacktestDay | undefined): DayNet | null {
  return day === undefined ? null : { date: day.date, netPaise: day.netPaise };
}

/** Days that every statistic is made of: those that ran to their end, with problems or without, in order of date. */
export function daysRun({ days }: Pick<BacktestResult, 'days'>): readonly BacktestDay[] {
  return days.filter(({ status }) => status === 'ok' || status === 'ran-with-problems');
}

/** The same fills at the three prices of their ranges. */
export interface ScenariosThatRan {
  readonly optimistic: Money;
  readonly default: Money;
  readonly pessimistic: Money;
}

/** What a result came to; null where no day ran, though results of older programs have zeros there. */
export function scenariosThatRan(
  result: Pick<BacktestResult, 'days' | 'scenarios'>,
): ScenariosThatRan | null {
  if (daysRun(result).length === 0) return null;
  const { scenarios } = result;
  const optimistic = moneyThatRan(scenarios.optimistic);
  const asFilled = moneyThatRan(scenarios.default);
  const pessimistic = moneyThatRan(scenarios.pessimistic);
  if (optimistic === null || asFilled === null || pessimistic === null) return null;
  return { optimistic, default: asFilled, pessimistic };
}
