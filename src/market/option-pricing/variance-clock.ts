import {
  type Calendar,
  type CalendarDay,
  type Session,
  TRADING_DAYS_A_YEAR,
} from '../../model/time/calendar.ts';
import { addDays, DAY_MS, instantAt, type IstDate, startOfIstDay } from '../../model/time/ist.ts';

/** Beyond this many days, trading days are estimated rather than counted. */
const DAYS_COUNTED_MAX = 100;
/** Expiring contracts have their final price by then, though the session may go on. */
const EXPIRY_TIME = '15:30';

/** When contracts that expire on a day have their final price, epoch milliseconds; null on a day without sessions. */
export function expiryInstantMs(day: CalendarDay): number | null {
  const last = day.sessions.at(-1);
  return last === undefined ? null : Math.min(last.endMs, instantAt(day.date, EXPIRY_TIME));
}

/** The session that an ordinary day's variance belongs to. */
const ORDINARY_SESSION_MS = 375 * 60_000;

/** How much of an ordinary day's session time these sessions have, at most 1. */
export function ordinaryShare(sessions: readonly Session[]): number {
  const openMs = sessions.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return Math.min(1, openMs / ORDINARY_SESSION_MS);
}

/**
 * How much of an ordinary day's variance a date has: 1 on a trading day, 0 on a closed one; on a Muhurat day, which is a
 * token hour, the share that its session is of an ordinary one.
 */
export function dayWeight({ isTradingDay, isMuhurat, sessions }: CalendarDay): number {
  if (isMuhurat === true) return ordinaryShare(sessions);
  return isTradingDay ? 1 : 0;
}

/** Trading days after the first date, up to and including the last, each by its weight. @default dayWeight */
export function tradingDaysTo(
  calendar: Calendar,
  [date, expiry]: readonly [after: IstDate, last: IstDate],
  weightOf: (day: CalendarDay) => number = dayWeight,
): number {
  const days = calendarDaysTo(date, expiry);
  const counted = Math.min(days, DAYS_COUNTED_MAX);
  let trading = 0;
  for (let ahead = 1; ahead <= counted; ahead += 1) {
    trading += weightOf(calendar.day(addDays(date, ahead)));
  }
  return trading + ((days - counted) * TRADING_DAYS_A_YEAR) / 365;
}

/** Days from one date to a later one. */
export function calendarDaysTo(date: IstDate, expiry: IstDate): number {
  return Math.max(0, Math.round((startOfIstDay(expiry) - startOfIstDay(date)) / DAY_MS));
}

/**
 * What share of an ordinary session's variance has passed so many minutes after its open: both ascending, to 375 minutes and
 * 1; even between two entries. Empty: even from open to close.
 */
export type SessionShape = readonly (readonly [minutes: number, passed: number])[];

/** How a day's session variance is counted. */
export interface SessionCount {
  /** When contracts end on this day, epoch milliseconds; infinite: at the close. */
  readonly endMs: number;
  readonly shape: SessionShape;
}

/**
 * Share of the day's session variance that is still to come, 1 before the open to 0 at the end. The shape is stretched over
 * the session time of the day; the hour of a Muhurat day is even.
 */
export function sessionShareLeft(
  day: CalendarDay,
  atMs: number,
  { endMs, shape }: SessionCount,
): number {
  const left = sessionTimeLeft(day, atMs, endMs);
  return day.isMuhurat === true ? left : 1 - sharePassed(shape, 1 - left);
}

/** Share of the variance that has passed with a share of the session's time. */
function sharePassed(shape: SessionShape, time: number): number {
  const minutes = (time * ORDINARY_SESSION_MS) / 60_000;
  let fromMinutes = 0;
  let from = 0;
  for (const entry of shape) {
    // Not taken apart by a pattern, which is slower: each step of each day comes by.
    const toMinutes = entry[0];
    const to = entry[1];
    if (minutes < toMinutes) {
      return from + ((to - from) * (minutes - fromMinutes)) / (toMinutes - fromMinutes);
    }
    fromMinutes = toMinutes;
    from = to;
  }
  return shape.length === 0 ? time : 1;
}

function sessionTimeLeft(day: CalendarDay, atMs: number, endMs: number): number {
  let leftMs = 0;
  let allMs = 0;
  for (const session of day.sessions) {
    const closeMs = Math.min(session.endMs, endMs);
    allMs += Math.max(0, closeMs - session.startMs);
    leftMs += Math.max(0, closeMs - Math.max(session.startMs, atMs));
  }
  return allMs === 0 ? 0 : leftMs / allMs;
}
