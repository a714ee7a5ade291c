import {
  type BacktestDay,
  type BacktestResult,
  type DayNote,
} from '../../../results/backtest-result.ts';
import { type SweepResult, type SweepVariant } from '../../../results/sweep/sweep-result.ts';

/**
 * Strategies that failed or had no data on every day that was run, and whether it was all failure: whatever the totals say,
 * they are not what was asked for.
 */
export function neverWorked({
  strategies,
  days,
}: Pick<BacktestResult, 'strategies' | 'days'>): readonly {
  readonly name: string;
  readonly hasFailed: boolean;
}[] {
  const ran = days.filter(({ status }) => status !== 'missing' && status !== 'skipped');
  if (ran.length === 0) return [];
  const names = [...new Set(strategies.map(({ name }) => name))];
  return names.flatMap((name) => {
    const isFailing = (day: BacktestDay): boolean =>
      day.status === 'failed' || isTold(day, 'strategy-failed', name);
    const isIdle = ran.every((day) => isFailing(day) || isTold(day, 'no-data', name));
    return isIdle ? [{ name, hasFailed: ran.every(isFailing) }] : [];
  });
}

function isTold({ notes = [] }: BacktestDay, what: DayNote['kind'], name: string): boolean {
  return notes.some(({ kind, strategy }) => kind === what && strategy === name);
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
