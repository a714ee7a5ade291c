import { problem, type Problem } from '../../base/problem.ts';
import { type SweepSplit } from '../../results/sweep-result.ts';
import { daysOf } from '../backtest/backtest-days.ts';
import { loadPrices } from '../load-prices.ts';
import { loadMarketKnowledge } from '../market-knowledge.ts';
import { type SweptBacktest } from './swept-backtest.ts';

/** Why a walk forward has not one window, known before anything is run; none where it has. */
export async function tooFewDays(
  split: SweepSplit,
  backtest: SweptBacktest,
): Promise<readonly Problem[]> {
  if (split.kind !== 'walk-forward') return [];
  const knowledge = loadMarketKnowledge(backtest.calendar);
  const prices = await loadPrices(backtest.prices, knowledge);
  if (!prices.ok) return prices.error;
  const { from, to } = backtest;
  const days = daysOf(prices.value, {
    calendar: knowledge.calendar,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }).filter(({ verdict }) => verdict.kind === 'run').length;
  // What holds no day at all is told by the runs, with what the data holds.
  return days === 0 ? [] : tooFewFor(split, days);
}

/** The same of a number of days, with a split that they are enough for. */
export function tooFewFor(
  { chooseDays, judgeDays }: Extract<SweepSplit, { kind: 'walk-forward' }>,
  days: number,
): readonly Problem[] {
  if (days > chooseDays) return [];
  const choosing = Math.max(1, Math.floor(days / 2));
  const judging = Math.max(1, Math.min(judgeDays, Math.floor(days / 4)));
  const fewer = `Let fewer days choose, such as --walk-forward ${String(choosing)}d/${String(judging)}d`;
  return [
    problem('Too few days for one window of the walk forward', {
      found: `${String(days)} days to run`,
      allowed: `more than the ${String(chooseDays)} that choose`,
      next: days === 1 ? 'Give it prices of more days' : fewer,
    }),
  ];
}
