import { type Json } from '../base/json.ts';
import { type OptionType } from '../model/market/contract.ts';
import { type Costs } from '../model/money/costs.ts';
import { type Product, type Role, type Side } from '../model/orders/order.ts';
import { type Session } from '../model/time/calendar.ts';
import { type IstDate } from '../model/time/ist.ts';
import {
  type DaysWithoutValue,
  type LotsTraded,
  type SourcePlayed,
} from './caveats/before-figures.ts';

/** What a backtest found. `--json` prints it as it is; other programs may rely on `schemaVersion`. */
export interface BacktestResult {
  readonly schemaVersion: 2;
  readonly strategies: readonly BacktestStrategy[];
  readonly underlyings: readonly string[];
  /** Where prices came from: files with what was read of them, or a generator with its seed. */
  readonly prices: readonly PricesUsed[];
  readonly seed: string;
  /** Money that returns are relative to, paise. */
  readonly capitalPaise: number;
  /** Every date between the first and the last, ascending: run, skipped or missing. */
  readonly days: readonly BacktestDay[];
  /** In the order in which they were closed; those that are open at the end come last. */
  readonly trades: readonly Trade[];
  readonly totals: BacktestTotals;
  /** What the same fills would have come to elsewhere in the ranges in which they may have happened. */
  readonly scenarios: Readonly<Record<'optimistic' | 'default' | 'pessimistic', MoneyIfRun>>;
  /** The same days run again under one changed assumption each; null where that was not asked for. */
  readonly sensitivity: readonly SensitivityRun[] | null;
  /** Where prices of contracts that had none of their own came from. Absent where none traded, and in results of older programs. */
  readonly pricing?: PricingUsed;
  /** The same days run again with every volatility a fifth lower and higher. Absent where that was not done. */
  readonly volatilityBand?: VolatilityBand;
  /** Every assumption that shaped the numbers, one sentence each. */
  readonly assumptions: readonly string[];
  /** What is wrong with the prices: all that is of whole files, then by file and line; 1,000, shared by the kinds. */
  readonly problems: readonly ShownPriceProblem[];
  /** How many rows had which problem, all of them. */
  readonly problemCounts: Readonly<Record<string, number>>;
  /** Days that were not run because the backtest was stopped. */
  readonly daysNotReached: number;
  /** The net by year and month, days that ran. Absent in results of older programs. */
  readonly years?: readonly YearNet[];
  /**
   * Buy and hold of each index that was traded over the days that ran, or of each that the prices hold where nothing was.
   * Absent in results of older programs.
   */
  readonly benchmarks?: readonly Benchmark[];
  /** Sources of the strategies that were played from files. Absent where there were none, and in results of older programs. */
  readonly sources?: readonly SourcePlayed[];
  /** Underlyings whose lot changed within what was traded. Absent where none did, and in results of older programs. */
  readonly lots?: readonly LotsTraded[];
  /** What strategies opened by themselves. Absent where nothing was, or was watched, and in results of older programs. */
  readonly reads?: readonly StrategyRead[];
}

/** One of the strategies that shared the account. */
export interface BacktestStrategy {
  readonly name: string;
  /** Of its source, SHA-256. */
  readonly sourceHash: string;
  readonly params: Json;
  /** Whether it is a module, which may know more than it is shown. Absent in results of older programs. */
  readonly isCode?: boolean;
}

/** A file that a strategy opened, or a program or connection that it started, by itself. */
export interface StrategyRead {
  /** The strategy's file, or one that it imports. */
  readonly by: string;
  /** Path, address or program, as it was asked for. */
  readonly what: string;
  /** When it was asked for first within a run, epoch milliseconds; null while the strategy was loaded. */
  readonly atMs: number | null;
}

/** Where prices came from. */
export interface PricesUsed {
  /** A file's whole path, or `generated` with its seed. */
  readonly source: string;
  /** Of the file's bytes; of the generator's seed and parameters otherwise. */
  readonly sha256: string;
  readonly underlyings: readonly string[];
  /** Contracts whose own prices it holds. */
  readonly contracts: number;
  readonly rows: number;
  /** By which edge of their minute its bars were read. Absent where it has none, and in results of older programs. */
  readonly stamp?: StampUsed;
}

/** An edge of their minute at which bars are stamped. */
export interface StampUsed {
  readonly edge: 'start' | 'end';
  /** Given by the user, shown by the file's own rows, that of the other files, or assumed. */
  readonly from: 'given' | 'detected' | 'others' | 'assumed';
}

/** Something about a row of prices. */
export interface ShownPriceProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly date: IstDate | null;
  readonly kind: string;
  readonly detail: string;
}

/** Money before and after costs, paise. */
export interface Money {
  readonly grossPaise: number;
  readonly costsPaise: number;
  readonly netPaise: number;
}

/** One date of the data or of the calendar. */
export interface BacktestDay extends Money {
  readonly date: IstDate;
  /**
   * `ok` ran clean; `ran-with-problems` ran, with what `reason` says; `missing` is a trading day without data;
   * `skipped` was not run, for `reason`; `failed` could not be run to its end.
   */
  readonly status: 'ok' | 'ran-with-problems' | 'missing' | 'skipped' | 'failed';
  readonly reason?: string;
  /** What `reason` is made of, and warnings besides it. Absent where nothing was told, and in results of older programs. */
  readonly notes?: readonly DayNote[];
  /** When the exchange traded, in time order; exposure is a share of it. Empty where nothing is known of the day. */
  readonly sessions: readonly Session[];
  readonly bars: number;
  readonly orders: number;
  /** How often a leg went from flat to open. */
  readonly trades: number;
  /** Its net with every fill at its worst; absent where it did not run, and in results of older programs. */
  readonly worstFillsNetPaise?: number;
  readonly costs: Costs;
  readonly fills: readonly BacktestFill[];
  /** Net profit of the day so far whenever it was reckoned, ascending in time; ends with the day's net. */
  readonly equity: readonly EquityPoint[];
  /** Where the index of the first underlying closed each minute, for the chart. */
  readonly index: readonly IndexPoint[];
  /** The same of others in whose contracts orders filled on the day; absent where there are none. */
  readonly otherIndexes?: readonly IndexLine[];
  /** Highest margin that the open positions needed by the documented approximation, paise. */
  readonly marginPaiseMax: number;
  readonly legs: readonly LegDay[];
  readonly commandLogSha256: string;
}

/** Something that was told of a day. */
export interface DayNote {
  /**
   * `prices`: rows of the data are missing or wrong; `strategy-failed`: a strategy threw or broke its contract, and was
   * squared off; `trouble`: anything else that makes it a day with problems. The status stays with the others: `warning`: worth
   * a look; `alert`: what a strategy told itself; `limit`: a limit was reached as it was set; `no-data`: a strategy had no
   * data for anything that it could have done.
   */
  readonly kind:
    'prices' | 'strategy-failed' | 'trouble' | 'warning' | 'alert' | 'limit' | 'no-data';
  /** Whose run it is about; null where it is about the day or the account. */
  readonly strategy: string | null;
  /** When it was first told, epoch milliseconds; null where it is about the whole day. */
  readonly atMs: number | null;
  readonly message: string;
  /** How often it was told. */
  readonly times: number;
}

/** Net profit of a day so far, paise. */
export interface EquityPoint {
  readonly atMs: number;
  readonly netPaise: number;
}

/** Where the index of one underlying closed each minute of a day. */
export interface IndexLine {
  readonly underlying: string;
  readonly points: readonly IndexPoint[];
}

/** Where an index closed a minute, paise. */
export interface IndexPoint {
  readonly atMs: number;
  readonly closePaise: number;
}

/** What one leg of one run came to on one day. */
export interface LegDay extends Money {
  readonly strategy: string;
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
}

/** One fill, why it happened where it did, and where else it could have. */
export interface BacktestFill {
  readonly atMs: number;
  readonly strategy: string;
  readonly runId: string;
  readonly leg: string;
  readonly role: Role;
  readonly symbol: string;
  readonly side: Side;
  readonly units: number;
  readonly pricePaise: number;
  /** Name of the assumption; `assumptions` of the result tells each in a sentence. */
  readonly assumption: string;
  /** The best price for us at which it could have happened. */
  readonly bestPaise: number;
  /** The worst. `pricePaise` lies between them. */
  readonly worstPaise: number;
}

/** One leg in one contract, from flat to flat. */
export interface Trade extends Money {
  readonly strategy: string;
  readonly runId: string;
  readonly leg: string;
  readonly symbol: string;
  readonly underlying: string;
  readonly expiry: IstDate;
  /** Null for a future. */
  readonly optionType: OptionType | null;
  readonly product: Product;
  /** Of its entry. */
  readonly side: Side;
  /** Most that were open at once. */
  readonly units: number;
  readonly openedAtMs: number;
  /** Null while it is open. */
  readonly closedAtMs: number | null;
  /** Average prices, nearest paisa; the last known price where it is still open. */
  readonly entryPaise: number;
  readonly exitPaise: number;
  /** What closed it; `open` when nothing did, `settlement` when it expired. */
  readonly closedBy: Role | 'settlement' | 'open';
  /** Calendar days from its first fill to its expiry. */
  readonly daysToExpiry: number;
  /**
   * Maximum adverse excursion: how far it was below its entry at its worst, by the last price at the close of each minute and
   * the prices of its own fills; what prices did within a minute is not seen. 0 where it never was. Absent in results of
   * older programs, like `mfe`.
   */
  readonly mae?: Excursion;
  /** Maximum favourable excursion: how far it was above its entry at its best, by the same prices. */
  readonly mfe?: Excursion;
}

/** How far a trade went one way, before costs: at most 0 for `mae`, at least 0 for `mfe`. Formulas: `docs/results.md`. */
export interface Excursion {
  /** What the whole trade would have come to, what was closed before at its own prices; paise. */
  readonly grossPaise: number;
  /** How far the price was from the average entry so far, paise a unit, nearest: points times 100. */
  readonly perUnitPaise: number;
}

/** Money before and after costs, paise; null where no day ran, for then nothing was earned, lost or measured. */
export interface MoneyIfRun {
  readonly grossPaise: number | null;
  readonly costsPaise: number | null;
  readonly netPaise: number | null;
}

/** Sums over all days. */
export interface BacktestTotals extends MoneyIfRun {
  readonly days: number;
  readonly daysRun: number;
  readonly daysSkipped: number;
  readonly daysWithProblems: number;
  readonly trades: number;
  readonly orders: number;
  readonly winningDays: number;
  readonly losingDays: number;
  /** Both null where no day ran, or nothing was traded on any. */
  readonly worstDay: DayNet | null;
  readonly bestDay: DayNet | null;
  /** Value of everything bought and sold, paise. */
  readonly turnoverPaise: number;
}

/** A date and what it came to. */
export interface DayNet {
  readonly date: IstDate;
  readonly netPaise: number;
}

/** Where the volatility of modelled prices came from. */
export interface PricingSource {
  /** `given` from outside, `own-days` estimated from the indexes' days before, `generated` with the index. */
  readonly kind: 'given' | 'own-days' | 'generated';
  /** What was given, for people: `India VIX (vix.csv, one value a day)`; null for the others. */
  readonly source: string | null;
  /** Name of the file of the user's own volatility model; absent where there is none. */
  readonly model?: string;
  /** Days that ran while what was given had no value: the index's own days stood in. Absent where there are none. */
  readonly withoutValue?: DaysWithoutValue;
}

/** Where prices of contracts that had none of their own came from, and how many there were. */
export interface PricingUsed extends PricingSource {
  /** Fills at modelled prices, and at recorded ones. */
  readonly modelledFills: number;
  readonly recordedFills: number;
}

/** The same days run again with other volatilities: two more runs, between which the net need not lie. */
export interface VolatilityBand {
  /** How much the volatilities were lowered and raised: 0.2 is a fifth. */
  readonly share: number;
  readonly lower: VolatilityRun;
  readonly higher: VolatilityRun;
}

/** The days at another volatility. */
export interface VolatilityRun extends RunAgain {
  /** Its net with every fill at its worst; absent in results of older programs. */
  readonly worstFillsNetPaise?: number;
}

/** What the same days came to when they were run again. */
export interface RunAgain extends Money {
  readonly trades: number;
}

/** The same days under one changed assumption. */
export interface SensitivityRun extends RunAgain {
  readonly name: 'one-minute-later' | 'one-tick-worse';
}

/** Buy and hold of one index over the days of a result. */
export interface Benchmark {
  readonly underlying: string;
  /** Why there is none; null where there is one. */
  readonly reason: string | null;
  /** Null where there is none. */
  readonly held: HeldIndex | null;
}

/**
 * What the capital would have come to, put into an index at its first price and left there: whole and in fractions of it,
 * without costs, dividends and interest, which no index can be bought with. Figures by the same formulas as those of the
 * strategies, over the days that ran from the first close on.
 */
export interface HeldIndex {
  /** Where it was bought: the open of the index's first minute on the first day that has one. */
  readonly fromPaise: number;
  /** Where the index closed on each day that ran and has prices of it, ascending; at least one. */
  readonly closes: readonly DayClose[];
  /** `C · (last close / first price − 1)`, nearest paisa. */
  readonly netPaise: number;
  readonly returnOnCapital: number;
  readonly annualReturn: number | null;
  readonly sharpe: number | null;
  /** The deepest on the closes of days; 0 where it never closed below an earlier close. */
  readonly drawdownPaise: number;
  /** The same over what it had come to, capital and all; null without one. */
  readonly drawdownOfPeak: number | null;
}

/** Where an index closed a day, paise. */
export interface DayClose {
  readonly date: IstDate;
  readonly closePaise: number;
}

/** The net of a year, month by month, paise. */
export interface YearNet {
  /** `2024`. */
  readonly year: string;
  /** January first, always twelve; null where no day of the month ran. */
  readonly months: readonly (number | null)[];
  /** The months together. */
  readonly netPaise: number;
}
