import {
  type BacktestDay,
  type BacktestTotals,
  type DayNet,
  type Money,
  type MoneyIfRun,
} from './backtest-result.ts';

const NO_MONEY: MoneyIfRun = { grossPaise: null, costsPaise: null, netPaise: null };

/** Adds days up; what was turned over on them is not in them. */
export function totalsOf(days: readonly BacktestDay[], turnoverPaise: number): BacktestTotals {
  const run = days.filter(({ status }) => status === 'ok' || status === 'ran-with-problems');
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
    ...moneyIfRun(run.length, days),
    winningDays: run.filter(({ netPaise }) => netPaise > 0).length,
    losingDays: run.filter(({ netPaise }) => netPaise < 0).length,
    worstDay: isIdle ? null : edge(byNet[0]),
    bestDay: isIdle ? null : edge(byNet.at(-1)),
    turnoverPaise,
  };
}

/** Adds up the amounts of days; none where none of them ran. */
export function moneyIfRun(daysRun: number, all: readonly Money[]): MoneyIfRun {
  return daysRun === 0 ? NO_MONEY : moneyOf(all);
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
