import { counted } from '../../base/counted.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { type SweepSplit } from '../../results/sweep-result.ts';

/** Why so many days hold not one window of a walk forward, with a split that they are enough for; none where they do. */
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
      found: `${counted(days, 'day')} to run`,
      allowed: `more than the ${String(chooseDays)} that are in-sample`,
      next: days === 1 ? 'Give it prices of more days' : fewer,
    }),
  ];
}
