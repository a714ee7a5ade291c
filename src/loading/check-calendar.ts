import { systemClock } from '../adapters/system/machine-time.ts';
import { problem, type Problem } from '../base/problem.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { DAY_MS, istDate, startOfIstDay } from '../model/time/ist.ts';
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
  { calendar }: MarketKnowledge,
  day: CalendarDay,
): DayFindings {
  const { verifiedThrough } = calendar;
  const next =
    'sauda calendar shows it; set "calendar.verifiedThrough" once the circulars are checked';
  if (!day.isVerified) {
    const message = `The calendar is not verified for ${day.date}`;
    if (mode !== 'live') return { problems: [], warnings: [`${message}: hours may be wrong`] };
    const allowed = `dates through ${verifiedThrough}`;
    return { problems: [problem(message, { file, found: day.date, allowed, next })], warnings: [] };
  }
  const leftDays = Math.round((startOfIstDay(verifiedThrough) - startOfIstDay(day.date)) / DAY_MS);
  if (leftDays > TOLD_DAYS_BEFORE) return { problems: [], warnings: [] };
  const warning = `The calendar ends in ${String(leftDays)} days, on ${verifiedThrough}: ${next}`;
  return { problems: [], warnings: [warning] };
}

/** What is to be said at a start of a calendar or of other tables: in time for information, once they are over as a warning. */
export interface EndNotice {
  readonly severity: 'info' | 'warning';
  readonly message: string;
}

/** Of the calendar and the tables that end soon; nothing where the market is made up. */
export function endingSoon(
  settings: Pick<Settings, 'mode' | 'file' | 'venue'>,
  knowledge: MarketKnowledge,
  day: CalendarDay,
): readonly EndNotice[] {
  const { venue } = settings;
  if (venue.kind === 'simulator' || venue.isRehearsal === true) return [];
  // Of a date beyond the calendar the engine tells.
  const calendar = day.isVerified ? checkCalendar(settings, knowledge, day).warnings : [];
  return [
    ...calendar.map((message): EndNotice => ({ message, severity: 'info' })),
    ...endingTables(knowledge.tables, day.date).map(({ message, isOver }) => ({
      message,
      severity: isOver ? ('warning' as const) : ('info' as const),
    })),
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
