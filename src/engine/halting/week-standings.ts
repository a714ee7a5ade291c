import { mondayOf, type WeekStanding } from '../../model/runs/week-so-far.ts';
import { type Desk } from '../desk.ts';
import { standings } from './lock-at-limits.ts';

/** How the week stands of the account, where it has a limit of the week, and of each run that has one. */
export function weekStandings(
  desk: Pick<Desk, 'ledger' | 'quotes' | 'profits' | 'limits' | 'runs' | 'day'>,
): readonly WeekStanding[] {
  const limits = [
    { runId: null, protections: desk.limits.accountProtections },
    ...desk.runs
      .all()
      .map(({ header: { runId }, policies: { protections } }) => ({ runId, protections })),
  ].flatMap(({ runId, protections: { weekLossPaiseMax: lossPaiseMax = null } }) =>
    lossPaiseMax === null ? [] : [{ runId, lossPaiseMax }],
  );
  if (limits.length === 0) return [];
  const { week } = desk.profits;
  const today = [...standings(desk)];
  const monday = mondayOf(desk.day.date);
  const since = week.before?.since ?? monday;
  return limits.map(({ runId, lossPaiseMax }) => {
    const todayPaise = today
      .filter(([id]) => runId === null || id === runId)
      .reduce((sum, [, { profitPaise }]) => sum + profitPaise, 0);
    const earlierPaise = week.earlierPaise(runId);
    return { runId, monday, since, earlierPaise, todayPaise, lossPaiseMax };
  });
}
