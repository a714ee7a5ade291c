import { type Calendar, type Session } from '../../../model/calendar.ts';
import { addDays, instantAt, weekday, type IstDate } from '../../../model/ist.ts';

/** Hours of a date, `['09:15', '15:30']` each; none on a closed day. */
export type Hours = readonly (readonly [start: string, end: string])[];

const ORDINARY: Hours = [['09:15', '15:30']];

/** A calendar for tests: weekdays 09:15 to 15:30, weekends closed, and what `special` says; `muhurat` days are open. */
export function shortCalendar(
  special: Readonly<Record<IstDate, Hours>> = {},
  muhurat: readonly IstDate[] = [],
): Calendar {
  const hoursOf = (date: IstDate): Hours =>
    special[date] ?? (weekday(date) >= 1 && weekday(date) <= 5 ? ORDINARY : []);
  const near = (date: IstDate, step: number): IstDate => {
    const next = addDays(date, step);
    return hoursOf(next).length > 0 ? next : near(next, step);
  };
  return {
    verifiedFrom: '2024-01-01',
    verifiedThrough: '2026-12-31',
    day: (date) => {
      const sessions = hoursOf(date).map(([start, end]): Session => ({
        startMs: instantAt(date, start),
        endMs: instantAt(date, end),
      }));
      const isMuhurat = muhurat.includes(date);
      const isTradingDay = isMuhurat || sessions.length > 0;
      return {
        date,
        isTradingDay,
        ...(isMuhurat ? { isMuhurat } : {}),
        occasion: isTradingDay ? null : 'Closed',
        sessions,
        window: null,
        isVerified: true,
      };
    },
    nextTradingDay: (date) => near(date, 1),
    previousTradingDay: (date) => near(date, -1),
  };
}
