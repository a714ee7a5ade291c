import { invariant } from '../../base/invariant.ts';
import { kept } from '../../base/kept.ts';

/** Indian Standard Time is UTC+05:30 all year, without daylight saving. */
export const IST_OFFSET_MS = 330 * 60_000;
/** Milliseconds of a minute. */
export const MINUTE_MS = 60_000;
/** Milliseconds of a day. IST has no leap or short days. */
export const DAY_MS = 86_400_000;

/** Names of weekdays, by what `weekday` returns. */
export const WEEKDAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Short names of months, January at 0. */
export const MONTH_NAMES: readonly string[] =
  'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A calendar date in IST, `YYYY-MM-DD`. Text order is time order. */
export type IstDate = string;
/** A time of day in IST, `HH:MM` or `HH:MM:SS`, 24 hours. */
export type ClockTime = string;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** The IST date of an instant (epoch milliseconds). */
export function istDate(atMs: number): IstDate {
  const day = Math.floor((atMs + IST_OFFSET_MS) / DAY_MS);
  if (day !== lastDay) {
    lastDay = day;
    lastDate = dateOf(day);
  }
  return lastDate;
}

// Instants are asked about in time order, so the last answer is nearly always the next one.
let lastDay = 0;
let lastDate = '1970-01-01';

// Expiries and holidays are counted from date to date, and dates are few: each is read and written once.
const dayNumbers = new Map<IstDate, number>();
const dates = new Map<number, IstDate>();

/** Days since 1970-01-01; NaN for no date. */
function dayNumber(date: IstDate): number {
  return kept(dayNumbers, date, () => Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

function dateOf(day: number): IstDate {
  return kept(dates, day, () => new Date(day * DAY_MS).toISOString().slice(0, 10));
}

/** Milliseconds since midnight IST, 0 to 86,399,999. */
export function istTimeOfDayMs(atMs: number): number {
  const shifted = (atMs + IST_OFFSET_MS) % DAY_MS;
  return shifted < 0 ? shifted + DAY_MS : shifted;
}

/** `HH:MM:SS` in IST. */
export function istClock(atMs: number): string {
  return new Date(atMs + IST_OFFSET_MS).toISOString().slice(11, 19);
}

/** `YYYY-MM-DDTHH:MM:SS.mmm+05:30`. */
export function istTimestamp(atMs: number): string {
  return `${new Date(atMs + IST_OFFSET_MS).toISOString().slice(0, 23)}+05:30`;
}

/** Whether a text is a real date of the calendar in the form `YYYY-MM-DD`. */
export function isIstDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const parsedMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(parsedMs) && new Date(parsedMs).toISOString().startsWith(text);
}

/** Whether a text is a time of day, `HH:MM` or `HH:MM:SS`. */
export function isClockTime(text: string): boolean {
  return TIME.test(text);
}

/**
 * The instant of a time of day on an IST date.
 *
 * @throws {InvariantViolation} when either text has not the form; check input with isIstDate and isClockTime first
 */
export function instantAt(date: IstDate, time: ClockTime): number {
  const match = TIME.exec(time);
  invariant(match !== null && isIstDate(date), `Not an IST date and time: "${date}" "${time}"`);
  const [, hours, minutes, seconds] = match;
  const sinceMidnight = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  return startOfIstDay(date) + sinceMidnight * 1000;
}

/** Midnight IST at which a date begins. */
export function startOfIstDay(date: IstDate): number {
  return dayNumber(date) * DAY_MS - IST_OFFSET_MS;
}

/** The date `days` later (earlier when negative). */
export function addDays(date: IstDate, days: number): IstDate {
  return dateOf(dayNumber(date) + days);
}

/** Day of the week: 0 Sunday to 6 Saturday. */
export function weekday(date: IstDate): number {
  // The first day of all was a Thursday.
  return (((dayNumber(date) + 4) % 7) + 7) % 7;
}
