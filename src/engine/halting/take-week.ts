import { type Lock } from '../../model/orders/halt-and-lock.ts';
import { mondayOf, type WeekSoFar } from '../../model/runs/week-so-far.ts';
import { addDays, startOfIstDay } from '../../model/time/ist.ts';
import { type Desk } from '../desk.ts';

/** When the first trading day after the week of the day begins, epoch milliseconds: its Monday may be a holiday. */
export function weekEndsMs({ day, options }: Pick<Desk, 'day' | 'options'>): number {
  const sunday = addDays(mondayOf(day.date), 6);
  return startOfIstDay(options.calendar.nextTradingDay(sunday));
}

/** Takes over what earlier days of the week brought. */
export function takeWeek(desk: Desk, week: WeekSoFar): void {
  desk.profits.week.take(week);
  lockForWeek(desk, null);
}

/** Locks what an earlier day of the week locked, whatever the limits are today. */
export function lockForWeek(desk: Desk, runId: string | null): void {
  if (desk.profits.week.before === null) return;
  // A limit may be lower than yesterday: it is looked at before anything is entered.
  desk.profits.isDue = true;
  const before = desk.profits.week.lockOf(runId);
  if (before === undefined) return;
  const { reason } = before;
  const lock: Lock = {
    ...{ runId, protection: 'week-loss', reason },
    ...{ sinceMs: desk.nowMs, untilMs: weekEndsMs(desk) },
  };
  if (!desk.locks.add(lock)) return;
  desk.outbox.notice('week-still-locked', runId, { reason, untilMs: weekEndsMs(desk) });
}
