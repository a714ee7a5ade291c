import { type CalendarDay } from '../model/calendar.ts';
import { istClock } from '../model/ist.ts';
import { type Settings } from '../settings/settings.ts';
import { type DayJournal } from './open-day-journal.ts';

/**
 * Why what an earlier process did is not known, for people; null when it is. A journal that has lost its end, that is new
 * while the exchange trades, or that a program has run with before, may stand where another one was. The built-in simulator
 * begins anew itself.
 */
export function whetherBegunAnew(
  { isNew, warning, lost }: Pick<DayJournal, 'isNew' | 'warning' | 'lost'>,
  { venue }: Pick<Settings, 'venue'>,
  { day, nowMs }: { readonly day: CalendarDay; readonly nowMs: number },
): string | null {
  if (venue.kind === 'simulator') return null;
  if (lost !== null) return `the journal has lost its end: ${lost.detail}`;
  if (!isNew) return null;
  const openMs = day.sessions[0]?.startMs;
  if (warning === null && (openMs === undefined || nowMs < openMs)) return null;
  return `the journal begins anew at ${istClock(nowMs)} IST: what was sent earlier today, if anything, is not known here. Look at the platform`;
}
