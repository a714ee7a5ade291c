import { type IstDate } from './ist.ts';

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
