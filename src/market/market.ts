import { type Bar, type HistoryAsked } from '../model/market/bar.ts';
import { type Contract } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { type IstDate } from '../model/time/ist.ts';

/** Prices at any instant: a pure function of time. */
export interface Market {
  /** Index level; null before the day's first price, in a gap and without data. */
  readonly index: (underlying: string, atMs: number) => Quote | null;
  /** Bid, ask and last of a contract; null when it has no price. */
  readonly quote: (contract: Contract, atMs: number) => Quote | null;
  /** The next price change of the underlying, strictly after `afterMs`; null when there is none on that day. */
  readonly nextChangeMs: (underlying: string, afterMs: number) => number | null;
  /**
   * First price change from an instant on at which a last price may be at or beyond its level, for contracts of one
   * underlying; Infinity when there is none on that day. May be early, never late. Absent: check every change.
   */
  readonly mayReachMs?: (levels: readonly PriceLevel[], fromMs: number) => number;
  /** Finished bars of an index, as `Prices.history`. Absent without a past. */
  readonly barsBefore?: (asked: HistoryAsked) => readonly Bar[];
}

/** A trigger level for the last price of a contract. */
export interface PriceLevel {
  readonly contract: Contract;
  readonly paise: number;
  /** Reached at the level or above; else at it or below. */
  readonly isAbove: boolean;
}

/** Which contracts are listed. */
export interface Listing {
  /** All contracts of an underlying on a date, ordered by expiry, strike, type; empty for an unknown underlying. */
  readonly contracts: (underlying: string, date: IstDate) => readonly Contract[];
  readonly underlyings: readonly string[];
}
