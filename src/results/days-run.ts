import { type BacktestDay, type BacktestResult } from './backtest-result.ts';

/** Days that every statistic is made of: those that ran to their end, with problems or without, in order of date. */
export function daysRun({ days }: Pick<BacktestResult, 'days'>): readonly BacktestDay[] {
  return days.filter(({ status }) => status === 'ok' || status === 'ran-with-problems');
}
