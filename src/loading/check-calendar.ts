import { systemClock } from '../adapters/system/machine-time.ts';
import { problem, type Problem } from '../base/problem.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { DAY_MS, istDate, startOfIstDay } from '../model/time/ist.ts';
import { CALENDAR_NEXT, type EndingCalendar, endingCalendarText } from '../notices/day.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type MarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type Settings } from '../settings/settings.ts';
import { endingTables, TOLD_DAYS_BEFORE } from './tables/table-states.ts';

/** Problems and warnings about the calendar and the prices of a configuration. */
export interface DayFindings {
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

/** The day that a start at a time (null: now) would trade: its own, or the next one where that is closed or over. */
export function nextDay({ calendar }: MarketKnowledge, atMs: number | null): CalendarDay {
  const nowMs = atMs ?? systemClock.nowMs();
  const day = calendar.day(istDate(nowMs));
  const last = day.sessions.at(-1);
  if (last !== undefined && nowMs < last.endMs) return day;
  return calendar.day(calendar.nextTradingDay(day.date));
}

/** Whether the calendar is verified: beyond its end live is refused; near it there is a warning. */
export function checkCalendar(
  { mode, file }: Pick<Settings, 'mode' | 'file'>,
  knowledge: MarketKnowledge,
  day: CalendarDay,
): DayFindings {
  if (!day.isVerified) {
    const message = `The calendar is not verified for ${day.date}`;
    if (mode !== 'live') return { problems: [], warnings: [`${message}: hours may be wrong`] };
    const allowed = `dates through ${knowledge.calendar.verifiedThrough}`;
    const parts = { file, found: day.date, allowed, next: CALENDAR_NEXT };
    return { problems: [problem(message, parts)], warnings: [] };
  }
  const ending = endingCalendar(knowledge, day);
  return { problems: [], warnings: ending === null ? [] : [endingCalendarText(ending)] };
}

function endingCalendar(
  { calendar: { verifiedThrough: through } }: MarketKnowledge,
  { date }: CalendarDay,
): EndingCalendar | null {
  const leftDays = Math.round((startOfIstDay(through) - startOfIstDay(date)) / DAY_MS);
  return leftDays > TOLD_DAYS_BEFORE ? null : { through, leftDays };
}

/** Notices of the calendar and the tables that end soon; none where the market is made up. */
export function endingSoon(
  settings: Pick<Settings, 'mode' | 'file' | 'venue'>,
  knowledge: MarketKnowledge,
  day: CalendarDay,
): readonly Notice[] {
  const { venue } = settings;
  if (venue.kind === 'simulator' || venue.isRehearsal === true) return [];
  // Of a date beyond the calendar the engine tells.
  const calendar = day.isVerified ? endingCalendar(knowledge, day) : null;
  return [
    ...(calendar === null ? [] : [noticeOf('calendar-ends', null, calendar)]),
    ...endingTables(knowledge.tables, day.date).map((of) => noticeOf('table-ends', null, of)),
  ];
}

/** Whether strategies get the prices that they look at. `names` are those that look at any. */
export function checkPrices(
  { mode, file, prices }: Pick<Settings, 'mode' | 'file' | 'prices'>,
  names: readonly string[],
): DayFindings {
  if (prices.kind !== 'none' || names.length === 0) return { problems: [], warnings: [] };
  const message = `No source of prices, which ${names.map((name) => `"${name}"`).join(', ')} need: the day would have no entry`;
  if (mode !== 'live') return { problems: [], warnings: [message] };
  const parts = { file, found: 'prices: none', allowed: '{http: URL}, or {file: PATH}' };
  return { problems: [problem(message, parts)], warnings: [] };
}
