import { type BacktestDay, type BacktestResult } from '../../results/backtest-result.ts';
import { type SweepResult, type SweepVariant } from '../../results/sweep-result.ts';

/** Strategies that failed on every day that was run: whatever the totals say, they are not what was asked for. */
export function alwaysFailed({
  strategies,
  days,
}: Pick<BacktestResult, 'strategies' | 'days'>): readonly string[] {
  const ran = days.filter(({ status }) => status !== 'missing' && status !== 'skipped');
  if (ran.length === 0) return [];
  const names = [...new Set(strategies.map(({ name }) => name))];
  return names.filter((name) => ran.every((day) => isFailing(day, name)));
}

function isFailing({ status, notes = [] }: BacktestDay, name: string): boolean {
  const isNamed = notes.some(
    ({ kind, strategy }) => kind === 'strategy-failed' && strategy === name,
  );
  return status === 'failed' || isNamed;
}

/** Whether every variant that was reached could not be run, or failed on each of its days. */
export function haveAllFailed({ variants }: Pick<SweepResult, 'variants'>): boolean {
  const reached = variants.filter(({ status }) => status !== 'not-reached');
  return reached.length > 0 && reached.every(hasFailed);
}

function hasFailed({ status, whole }: SweepVariant): boolean {
  if (status === 'failed' || status === 'refused') return true;
  return whole !== null && whole.days > 0 && whole.daysFailed === whole.days;
}
