import { invariant } from '../../base/invariant.ts';
import { kept } from '../../base/kept.ts';
import {
  type CalendarTable,
  type ClockSpan,
  type Holiday,
  type SessionHours,
  type SpecialSession,
} from '../market/market-tables.ts';
import { addDays, instantAt, isIstDate, type IstDate, weekday } from './ist.ts';

/** A stretch of continuous trading: from `startMs` (included) to `endMs` (excluded), epoch milliseconds. */
export interface Session {
  readonly startMs: number;
  readonly endMs: number;
}

/** One date of the exchange's calendar, index options and futures. */
export interface CalendarDay {
  readonly date: IstDate;
  /** Whether the exchange has any session on it. */
  readonly isTradingDay: boolean;
  /** A token hour on a holiday, Diwali's: contracts do not expire on it, and counts of trading days leave it out. Absent means no. */
  readonly isMuhurat?: true;
  /** Holiday, weekend or special session by name; null on an ordinary trading day. */
  readonly occasion: string | null;
  /** In time order; empty on a closed day. Split days have two. */
  readonly sessions: readonly Session[];
  /** The platform's activation window for position starts; null on a closed day. `endMs` is excluded. */
  readonly window: Session | null;
  /** False beyond the calendar's "verified through" date, or where the hours are not verified: paper warns, live refuses. */
  readonly isVerified: boolean;
}

/** The exchange's days. Pure: made from tables with provenance. */
export interface Calendar {
  /** Dates before are not known at all: neither holidays nor hours nor contracts. */
  readonly verifiedFrom: IstDate;
  readonly verifiedThrough: IstDate;
  readonly day: (date: IstDate) => CalendarDay;
  /** The first trading day after `date`. */
  readonly nextTradingDay: (date: IstDate) => IstDate;
  /** The last trading day before `date`. */
  readonly previousTradingDay: (date: IstDate) => IstDate;
}

/** Rules of contracts that depend on dates: expiries, lots, freeze quantities, strike steps, ticks. */
export interface ContractRules {
  /** Underlyings that the tables know. */
  readonly underlyings: readonly string[];
  readonly exchange: (underlying: string) => 'NSE' | 'BSE';
  /** Expiry dates of index options listed on `date`, ascending, holiday shifts applied; the first is `date` or later. */
  readonly expiries: (underlying: string, date: IstDate) => readonly IstDate[];
  readonly isMonthlyExpiry: (underlying: string, expiry: IstDate) => boolean;
  /** Units of a lot of the contract that expires on `expiry`, as traded on `date`. */
  readonly lotSizeUnits: (underlying: string, expiry: IstDate, date: IstDate) => number;
  /** Most units of one order on `date`, as published (not yet rounded down to lots). */
  readonly freezeUnits: (underlying: string, date: IstDate) => number;
  readonly strikeStepPaise: (underlying: string) => number;
  /** Of options. */
  readonly tickSizePaise: (underlying: string) => number;
  /** Of futures of an index at this level on `date`. */
  readonly futureTickPaise: (levelPaise: number, date: IstDate) => number;
}

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

  const day = (date: IstDate): CalendarDay =>
    kept(days, date, () => {
      invariant(isIstDate(date), `Not a date: "${date}"`);
      const rows = { holiday: holidays.get(date), special: specials.get(date) };
      return Object.freeze(makeDay(table, date, rows));
    });
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
  const ordinary = {
    date,
    isTradingDay: true,
    occasion: null,
    window: sessionOf(date, table.activationWindow),
    isVerified: isCovered,
  };
  if (special !== undefined) {
    return {
      ...ordinary,
      ...(special.kind === 'muhurat' ? { isMuhurat: true } : {}),
      occasion: holiday === undefined ? special.name : `${holiday.name}: ${special.name}`,
      sessions: (special.sessions ?? []).map((span) => sessionOf(date, span)),
      isVerified: isCovered && special.sessions !== undefined,
    };
  }
  const closed = holiday?.name ?? WEEKEND_NAMES[weekday(date)];
  if (closed !== undefined) {
    return { ...ordinary, isTradingDay: false, occasion: closed, sessions: [], window: null };
  }
  const { continuous } = hoursOn(table.sessionHours.derivatives, date);
  return { ...ordinary, sessions: [sessionOf(date, continuous)] };
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

/**
 * Trading days that a year counts, wherever a year is made of days: statistics of results and the variance of modelled
 * prices. The exchanges open on 245 to 250 days a year.
 */
export const TRADING_DAYS_A_YEAR = 250;
