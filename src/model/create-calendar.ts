import { invariant } from '../base/invariant.ts';
import { type Calendar, type CalendarDay, type Session } from './calendar.ts';
import { addDays, instantAt, isIstDate, type IstDate, weekday } from './ist.ts';
import {
  type CalendarTable,
  type ClockSpan,
  type Holiday,
  type SessionHours,
  type SpecialSession,
} from './market-tables.ts';

/** The exchanges have never been shut for as long; more means that the table is wrong. */
const CLOSED_DAYS_MAX = 30;
const WEEKEND_NAMES: Readonly<Record<number, string>> = { 0: 'Sunday', 6: 'Saturday' };

/**
 * Makes the calendar of index options and futures from its table. A date that the table does not cover is a
 * trading day with ordinary hours when it is no weekend and no listed holiday, and is not verified.
 */
export function createCalendar(table: CalendarTable): Calendar {
  const holidays = new Map(table.holidays.map((holiday) => [holiday.date, holiday]));
  const specials = new Map(table.specialSessions.map((special) => [special.date, special]));
  const days = new Map<IstDate, CalendarDay>();

  const day = (date: IstDate): CalendarDay => {
    const known = days.get(date);
    if (known !== undefined) return known;
    invariant(isIstDate(date), `Not a date: "${date}"`);
    const made = Object.freeze(
      makeDay(table, date, { holiday: holidays.get(date), special: specials.get(date) }),
    );
    days.set(date, made);
    return made;
  };
  const step = (date: IstDate, direction: 1 | -1): IstDate => {
    let candidate = addDays(date, direction);
    for (let tried = 0; tried < CLOSED_DAYS_MAX; tried += 1) {
      if (day(candidate).isTradingDay) return candidate;
      candidate = addDays(candidate, direction);
    }
    invariant(false, `No trading day within ${String(CLOSED_DAYS_MAX)} days of ${date}`);
  };
  return {
    verifiedFrom: table.verifiedFrom,
    verifiedThrough: table.verifiedThrough,
    day,
    nextTradingDay: (date) => step(date, 1),
    previousTradingDay: (date) => step(date, -1),
  };
}

function makeDay(
  table: CalendarTable,
  date: IstDate,
  rows: { readonly holiday: Holiday | undefined; readonly special: SpecialSession | undefined },
): CalendarDay {
  const { holiday, special } = rows;
  const isCovered = date >= table.verifiedFrom && date <= table.verifiedThrough;
  if (special !== undefined) {
    return {
      date,
      isTradingDay: true,
      ...(special.kind === 'muhurat' ? { isMuhurat: true } : {}),
      occasion: holiday === undefined ? special.name : `${holiday.name}: ${special.name}`,
      sessions: (special.sessions ?? []).map((span) => sessionOf(date, span)),
      window: sessionOf(date, table.activationWindow),
      isVerified: isCovered && special.sessions !== undefined,
    };
  }
  const closed = holiday?.name ?? WEEKEND_NAMES[weekday(date)];
  if (closed !== undefined) {
    return {
      date,
      isTradingDay: false,
      occasion: closed,
      sessions: [],
      window: null,
      isVerified: isCovered,
    };
  }
  return {
    date,
    isTradingDay: true,
    occasion: null,
    sessions: [sessionOf(date, hoursOn(table.sessionHours.derivatives, date).continuous)],
    window: sessionOf(date, table.activationWindow),
    isVerified: isCovered,
  };
}

/** The row in force; before the first row, the first. */
function hoursOn(rows: readonly SessionHours[], date: IstDate): SessionHours {
  const row = rows.findLast(({ from }) => from <= date) ?? rows[0];
  invariant(row !== undefined, 'The calendar has no session hours');
  return row;
}

function sessionOf(date: IstDate, span: ClockSpan): Session {
  return Object.freeze({ startMs: instantAt(date, span.from), endMs: instantAt(date, span.to) });
}
