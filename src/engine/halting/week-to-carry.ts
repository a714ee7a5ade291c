import { runName } from '../../model/runs/run.ts';
import { mondayOf, type WeekLeft, type WeekLock } from '../../model/runs/week-so-far.ts';
import { type Desk } from '../desk.ts';
import { standings } from './lock-at-limits.ts';

/** What the week has brought with today, for the day that follows. */
export function weekToCarry(desk: Desk): WeekLeft {
  const { before } = desk.profits.week;
  const earned = new Map(before?.runs.map(({ name, profitPaise }) => [name, profitPaise]));
  for (const [runId, { profitPaise }] of standings(desk)) {
    const name = runName(runId);
    earned.set(name, (earned.get(name) ?? 0) + profitPaise);
  }
  return {
    monday: mondayOf(desk.day.date),
    since: before?.since ?? null,
    runs: [...earned].flatMap(([name, profitPaise]) =>
      profitPaise === 0 ? [] : [{ name, profitPaise }],
    ),
    locks: locksToCarry(desk),
  };
}

function locksToCarry(desk: Desk): readonly WeekLock[] {
  const locked = desk.locks.all().filter(({ protection }) => protection === 'week-loss');
  const today = locked.map(({ runId, reason }): WeekLock => {
    const before = desk.profits.week.lockOf(runId);
    if (before !== undefined) return before;
    const { accountProtections } = desk.limits;
    const of = runId === null ? accountProtections : desk.runs.get(runId).policies.protections;
    const name = runId === null ? null : runName(runId);
    return { name, reason, isFlattened: of.then?.weekLoss === 'flatten' };
  });
  const names = new Set(today.map(({ name }) => name));
  // Of runs that did not run today.
  const others = desk.profits.week.before?.locks.filter(({ name }) => !names.has(name)) ?? [];
  return [...others, ...today];
}
