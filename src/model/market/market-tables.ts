import { type ClockTime, type IstDate } from '../time/ist.ts';

/** Where a row comes from. P circular or official notice, S several agreeing secondary sources, T one third party, G a guess. */
export interface Provenance {
  readonly source: string;
  readonly confidence: 'P' | 'S' | 'T' | 'G';
}

/** A stretch of a day in IST: `from` included, `to` excluded. */
export interface ClockSpan {
  readonly from: ClockTime;
  readonly to: ClockTime;
}

/** Ordinary hours of a market segment from a date on. */
export interface SessionHours extends Provenance {
  readonly from: IstDate;
  readonly continuous: ClockSpan;
  readonly preOpen?: ClockSpan | undefined;
  readonly closingAuction?: ClockSpan | undefined;
  readonly note?: string | undefined;
}

/** A date without the ordinary session. */
export interface Holiday extends Provenance {
  readonly date: IstDate;
  readonly name: string;
}

/** A date whose sessions are not the ordinary ones. */
export interface SpecialSession extends Provenance {
  readonly date: IstDate;
  readonly name: string;
  /** A `muhurat` session is a token hour on a holiday: contracts do not expire on it. */
  readonly kind: 'full' | 'split' | 'muhurat';
  readonly preOpen?: ClockSpan | undefined;
  /** In time order; absent when the hours are not known. */
  readonly sessions?: readonly ClockSpan[] | undefined;
}

/** The exchanges' days. */
export interface CalendarTable {
  /** First date that the table covers. */
  readonly verifiedFrom: IstDate;
  /** Last date that the table covers. */
  readonly verifiedThrough: IstDate;
  readonly activationWindow: ClockSpan & Provenance;
  readonly sessionHours: {
    /** Index options and futures; ascending by `from`. */
    readonly derivatives: readonly SessionHours[];
    /** The shares that an index is made of; ascending by `from`. */
    readonly underlyingShares: readonly SessionHours[];
  };
  readonly holidays: readonly Holiday[];
  readonly specialSessions: readonly SpecialSession[];
}

/** A weekday of expiry for contracts whose nominal expiry is `from` to `until`, both included. */
export interface ExpiryRow extends Provenance {
  readonly from: IstDate;
  readonly until?: IstDate | undefined;
  /** Its contracts are listed on this date and later, and not before. */
  readonly on?: IstDate | undefined;
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number;
}

/** How the contracts of one underlying expire. */
export interface UnderlyingExpiries {
  readonly exchange: 'NSE' | 'BSE';
  /** How many expiries of each cycle are listed at a time. */
  readonly listed: { readonly weeklies: number; readonly monthlies: number };
  readonly weekly: readonly ExpiryRow[];
  /** The last such weekday of the month. */
  readonly monthly: readonly ExpiryRow[];
}

/** Units of a lot. The last row that fits holds. */
export interface LotRow extends Provenance {
  readonly fromExpiry: IstDate;
  /** Holds only for trading on this date or later. */
  readonly on?: IstDate | undefined;
  /** Holds only for contracts of this cycle. */
  readonly cycle?: 'weekly' | 'monthly' | undefined;
  readonly units: number;
}

/** Most units of one order, by underlying, from a date on. */
export interface FreezeRow extends Provenance {
  readonly from: IstDate;
  readonly units: Readonly<Record<string, number>>;
}

/** Steps and ticks of one underlying's options. */
export interface StrikeRow extends Provenance {
  readonly strikeStepPaise: number;
  readonly optionTickPaise: number;
}

/** Tick of index futures at an index level. The last row that fits holds. */
export interface FutureTickRow extends Provenance {
  readonly from: IstDate;
  readonly fromLevelPaise: number;
  readonly tickPaise: number;
}

/** What kind of contract a trade is in. */
export type Segment = 'options' | 'futures';

/** A charge from a date on. Rates are whole billionths of the turnover: 0.15 % is 1,500,000. */
export interface RateRow extends Provenance {
  readonly from: IstDate;
  readonly segment?: Segment | undefined;
  readonly exchange?: 'NSE' | 'BSE' | undefined;
  readonly rateBillionths: number;
}

/** Tax on long options that expire in the money. */
export interface ExerciseTaxRow extends RateRow {
  /** What it is a share of: settlement price is the index's level at expiry. @default intrinsic-value */
  readonly of?: 'intrinsic-value' | 'settlement-price' | undefined;
}

/** Stamp duty. */
export interface StampRow extends RateRow {
  /** @default buyer */
  readonly paidBy?: 'buyer' | 'both' | undefined;
}

/** Tax on services. */
export interface GstRow extends RateRow {
  /** Whether it is on the SEBI fee as well. @default true */
  readonly onSebiFee?: boolean | undefined;
}

/** Brokerage of one executed order: a flat amount, or a share of the turnover if that is less. */
export interface BrokerageRow extends Provenance {
  readonly from: IstDate;
  readonly segment?: Segment | undefined;
  readonly flatPaise: number;
  /** Null when the flat amount always holds. */
  readonly rateBillionths: number | null;
}

/** What trades cost. The last row of a list that fits holds. */
export interface CostTable {
  readonly verifiedThrough: IstDate;
  readonly brokerage: readonly BrokerageRow[];
  /** Securities transaction tax, on sells. */
  readonly stt: readonly RateRow[];
  /** The same tax on long options that expire in the money. */
  readonly sttOnExercise: readonly ExerciseTaxRow[];
  /** The exchange's charge, its investor protection fund included. */
  readonly exchange: readonly RateRow[];
  readonly sebi: readonly RateRow[];
  readonly stamp: readonly StampRow[];
  /** On brokerage, exchange charge and mostly the SEBI fee. */
  readonly gst: readonly GstRow[];
}

/** Rates of the margin approximation from a date on, whole billionths of the notional value: index level times units. */
export interface MarginRow extends Provenance {
  readonly from: IstDate;
  /** Absent: any underlying. */
  readonly underlying?: string | undefined;
  /** How far the index is taken to move against what was sold. */
  readonly scanBillionths: number;
  /** On top, for options sold and for futures, whether covered or not. */
  readonly exposureBillionths: number;
  /** On top of that, for options sold, on the day on which they expire. */
  readonly expiryDayBillionths: number;
}

/** Rates of the margin approximation. The last row that fits applies. */
export interface MarginTable {
  readonly verifiedThrough: IstDate;
  readonly rates: readonly MarginRow[];
}

/** For how long trading stops when the move comes at `since` or later, until the next row's `since`. */
export interface CircuitHaltRow {
  readonly since: ClockTime;
  /** 0 when trading continues. */
  readonly haltMinutes: number | 'rest-of-day';
  /** The call auction before trading resumes. */
  readonly preOpenMinutes: number;
}

/** The halt of a move by this many percent from the previous close, up or down. */
export interface CircuitStep {
  readonly percent: number;
  /** Ascending by `since`; the first is of midnight. */
  readonly halts: readonly CircuitHaltRow[];
}

/** The exchanges' steps from a date on. */
export interface CircuitRule extends Provenance {
  readonly from: IstDate;
  /** Ascending by `percent`. */
  readonly steps: readonly CircuitStep[];
}

/** When trading stops for the whole market. */
export interface CircuitBreakerTable {
  readonly verifiedThrough: IstDate;
  /** Indexes whose moves count: whichever moves so far first. */
  readonly watched: readonly string[];
  /** Ascending by `from`. */
  readonly rules: readonly CircuitRule[];
}

/** All tables of the market. Pure data with provenance. */
export interface MarketTables {
  readonly calendar: CalendarTable;
  readonly expiries: {
    readonly verifiedThrough: IstDate;
    readonly underlyings: Readonly<Record<string, UnderlyingExpiries>>;
  };
  readonly lots: {
    readonly verifiedThrough: IstDate;
    readonly lots: Readonly<Record<string, readonly LotRow[]>>;
  };
  readonly freeze: { readonly verifiedThrough: IstDate; readonly freeze: readonly FreezeRow[] };
  readonly strikes: {
    readonly verifiedThrough: IstDate;
    readonly strikes: Readonly<Record<string, StrikeRow>>;
    readonly futureTicks: readonly FutureTickRow[];
  };
  readonly costs: CostTable;
  readonly margins: MarginTable;
  readonly circuitBreakers: CircuitBreakerTable;
}
