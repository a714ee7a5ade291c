import { type BacktestDay, type BacktestResult } from './backtest-result.ts';

/** What the totals need besides the days. */
export interface TotalsContext {
  readonly strategies: readonly string[];
  readonly assumptions: readonly string[];
  /** Every problem of the price file. */
  readonly problems: BacktestResult['problems'];
  /** Days that were left when the backtest was stopped. */
  readonly daysNotReached: number;
}

const PROBLEMS_LISTED_MAX = 1_000;

/** Adds the days up. */
export function sumUp(days: readonly BacktestDay[], context: TotalsContext): BacktestResult {
  const run = days.filter(({ status }) => status === 'ok' || status === 'ran-with-problems');
  const sum = (of: (day: BacktestDay) => number): number =>
    days.reduce((total, day) => total + of(day), 0);
  const byNet = [...run].sort((left, right) => left.netPaise - right.netPaise);
  const { strategies, problems, daysNotReached } = context;
  const stopped =
    daysNotReached === 0 ? [] : [`Stopped early: ${String(daysNotReached)} days were not run`];
  return {
    schemaVersion: 1,
    strategies,
    days,
    totals: {
      days: days.length,
      daysRun: run.length,
      daysSkipped: days.length - run.length,
      daysWithProblems: days.filter(({ status }) => status === 'ran-with-problems').length,
      trades: sum(({ trades }) => trades),
      grossPaise: sum(({ grossPaise }) => grossPaise),
      costsPaise: sum(({ costsPaise }) => costsPaise),
      netPaise: sum(({ netPaise }) => netPaise),
      winningDays: run.filter(({ netPaise }) => netPaise > 0).length,
      losingDays: run.filter(({ netPaise }) => netPaise < 0).length,
      worstDay: edge(byNet[0]),
      bestDay: edge(byNet.at(-1)),
    },
    assumptions: [...stopped, ...context.assumptions],
    problems: problems.slice(0, PROBLEMS_LISTED_MAX),
    problemsUnlisted: Math.max(0, problems.length - PROBLEMS_LISTED_MAX),
  };
}

function edge(day: BacktestDay | undefined): BacktestResult['totals']['bestDay'] {
  return day === undefined ? null : { date: day.date, netPaise: day.netPaise };
}
