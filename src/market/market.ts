import { type Bar, type HistoryAsked } from '../model/market/bar.ts';
import { type Contract } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { type IstDate } from '../model/time/ist.ts';

/** Prices at any instant: a pure function of time, so that it serves wall, sped-up and virtual clocks alike. */
export interface Market {
  /** Index level; null before the day's first price, in a gap and where no data is. */
  readonly index: (underlying: string, atMs: number) => Quote | null;
  /** Bid, ask and last of a contract; null when it has no price. */
  readonly quote: (contract: Contract, atMs: number) => Quote | null;
  /** When a price of the underlying changes next, strictly after `afterMs`; null when not on that day any more. */
  readonly nextChangeMs: (underlying: string, afterMs: number) => number | null;
  /**
   * The first price change at an instant or after it at which a last price may be at its level or beyond, of contracts of
   * one underlying; Infinity when none is on that day. May name one at which none is, never passes over one. Absent where
   * every change has to be looked at.
   */
  readonly mayReachMs?: (levels: readonly PriceLevel[], fromMs: number) => number;
  /** Bars of an index that are over, as `Prices.history`. Absent where nothing of the past is known. */
  readonly barsBefore?: (asked: HistoryAsked) => readonly Bar[];
}

/** A last price of a contract that somebody waits for. */
export interface PriceLevel {
  readonly contract: Contract;
  readonly paise: number;
  /** Waited for from below: at the level or above; else at it or below. */
  readonly isAbove: boolean;
}

/** Which contracts are listed. */
export interface Listing {
  /** All contracts of an underlying on a date, ordered by expiry, strike, type; empty for an unknown underlying. */
  readonly contracts: (underlying: string, date: IstDate) => readonly Contract[];
  readonly underlyings: readonly string[];
}
