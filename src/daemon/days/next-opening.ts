import { type Calendar, type CalendarDay } from '../../model/time/calendar.ts';
import { type IstDate, istDate } from '../../model/time/ist.ts';

/** A trading day that is to be opened. Instants are epoch milliseconds. */
export interface Opening {
  readonly date: IstDate;
  /** From then on it is opened: before the activation window and the first session, whichever is earlier. */
  readonly opensAtMs: number;
  /** When its last session ends: from then on it cannot be opened any more. */
  readonly lostAtMs: number;
}

/** What an account's process knows when it looks for its next day. */
export interface OpeningQuestion {
  readonly nowMs: number;
  readonly openBeforeMs: number;
  /** Days that it has closed: none is traded twice, whatever a clock does. */
  readonly isClosed: (date: IstDate) => boolean;
}

/** The next opening, and trading days before it that have no known hours, such as a Muhurat evening not yet announced. */
export interface NextOpening extends Opening {
  readonly withoutHours: readonly IstDate[];
}

/** The day that is to be opened next, today's included while a session of it is to come. */
export function nextOpening(
  calendar: Pick<Calendar, 'day' | 'nextTradingDay'>,
  { nowMs, openBeforeMs, isClosed }: OpeningQuestion,
): NextOpening {
  const withoutHours: IstDate[] = [];
  const today = istDate(nowMs);
  let day = calendar.day(today);
  // The calendar bounds it: it has no stretch of closed days beyond 30.
  for (;;) {
    const opening = openingOf(day, openBeforeMs);
    const isAhead = opening !== null && nowMs < opening.lostAtMs && !isClosed(day.date);
    if (isAhead) return { ...opening, withoutHours };
    if (opening === null && day.isTradingDay && day.date > today) withoutHours.push(day.date);
    day = calendar.day(calendar.nextTradingDay(day.date));
  }
}

/** Two looks at a clock. */
export interface MissedQuestion extends Pick<OpeningQuestion, 'nowMs' | 'isClosed'> {
  readonly fromMs: number;
}

/** Dates that a report of missed days names at most. */
const MISSED_MAX = 20;

/** Trading days whose last session ended between two looks, though they were never closed: nothing could open them. The latest 20. */
export function missedDates(
  calendar: Pick<Calendar, 'day' | 'nextTradingDay'>,
  { fromMs, nowMs, isClosed }: MissedQuestion,
): readonly IstDate[] {
  const missed: IstDate[] = [];
  const today = istDate(nowMs);
  let date = istDate(fromMs);
  while (date <= today) {
    const closeMs = calendar.day(date).sessions.at(-1)?.endMs;
    const isPast = closeMs !== undefined && closeMs > fromMs && closeMs <= nowMs;
    if (isPast && !isClosed(date)) missed.push(date);
    date = calendar.nextTradingDay(date);
  }
  return missed.slice(-MISSED_MAX);
}

function openingOf({ date, sessions, window }: CalendarDay, openBeforeMs: number): Opening | null {
  const first = sessions[0];
  const last = sessions.at(-1);
  if (first === undefined || last === undefined) return null;
  const startsMs = Math.min(first.startMs, window?.startMs ?? first.startMs);
  return { date, opensAtMs: startsMs - openBeforeMs, lostAtMs: last.endMs };
}
