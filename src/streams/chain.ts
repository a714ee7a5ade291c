import { type Contract, type OptionType } from '../model/market/contract.ts';
import { type Seen } from '../model/orders/order.ts';
import { type IstDate } from '../model/time/ist.ts';
import { type OptionGreeks } from './option-greeks.ts';

/** Which expiry: by rule, or a date of the listing. */
export type ExpiryRule =
  | 'weekly'
  | 'next-weekly'
  | 'monthly'
  | 'next-monthly'
  | { readonly date: IstDate }
  | {
      /** Days of the calendar from today to the expiry, at least. Whole, 0 or more. */
      readonly daysMin: number;
    };

/** Which future: the nearest one, the one after, or by date. */
export type FutureRule = 'monthly' | 'next-monthly' | { readonly date: IstDate };

/** Which options of an underlying a chain holds. */
export interface ChainOptions {
  /**
   * `weekly` the nearest expiry, `next-weekly` the one after, `monthly` the nearest monthly one,
   * `next-monthly` the monthly one after that, a date, or the nearest expiry at least so many days away.
   *
   * @default 'weekly'
   */
  readonly expiry?: ExpiryRule;
  /**
   * How many strikes on each side of the index get quotes, for selection by premium or delta.
   *
   * @default 0
   */
  readonly quotedStrikes?: number;
}

/** Call and put of one strike. */
export interface StrikePair {
  readonly strikePaise: number;
  readonly ce: Contract;
  readonly pe: Contract;
}

/** Bounds of a premium, both inclusive; at least one. */
export interface PremiumBounds {
  readonly fromPaise?: number;
  readonly toPaise?: number;
}

/** The options of one expiry as they stood at one time. */
export interface Chain {
  readonly underlying: string;
  readonly expiry: IstDate;
  /** Index level that at-the-money is measured from. */
  readonly spotPaise: number;
  readonly seen: Seen;
  /**
   * Whether a premium or a delta can be chosen by: most of the options that `quotedStrikes` asks for have a fresh quote, of
   * either type. Looked up when it is asked for; always true where none were asked for. `selectNow` waits for it.
   */
  readonly isQuoted: boolean;
  /** Strikes with both a call and a put, ascending. */
  readonly strikes: readonly StrikePair[];
  /** The strike nearest to the index; the lower one on a tie. */
  readonly atm: StrikePair;
  /** `steps` listed strikes out of the money: up for a call, down for a put. `@throws {SelectionError}` beyond the listed strikes */
  readonly otm: (type: OptionType, steps: number) => Contract;
  /** `steps` listed strikes in the money. `@throws {SelectionError}` beyond the listed strikes */
  readonly itm: (type: OptionType, steps: number) => Contract;
  /** The contract of a strike. `@throws {SelectionError}` when not listed */
  readonly at: (type: OptionType, strikePaise: number) => Contract;
  /** The contract of the listed strike nearest to a price, the lower one on a tie. `@throws {SelectionError}` for a price beyond the listed strikes */
  readonly nearStrike: (type: OptionType, pricePaise: number) => Contract;
  /**
   * The quoted contract whose last premium is within bounds: the nearest to the bound, or to the middle of both; null while
   * none is, or nothing is quoted.
   */
  readonly withinPremium: (type: OptionType, bounds: PremiumBounds) => Contract | null;
  /** The last premiums of the at-the-money call and put together, paise; null while one of them has no fresh quote. */
  readonly straddlePaise: number | null;
  /** The quoted contract whose last premium is nearest; an alert reports one that is far off (docs/strategies.md). `@throws {SelectionError}` when nothing is quoted */
  readonly byPremium: (type: OptionType, premiumPaise: number) => Contract;
  /** The quoted contract whose Black-76 delta (absolute, 0 to 1) is nearest; an alert reports one that is far off. `@throws {SelectionError}` when nothing is quoted */
  readonly byDelta: (type: OptionType, delta: number) => Contract;
  /**
   * Quote, implied volatility and Greeks of an option, by Black-76 at 6.5 % a year on the index carried to the expiry. Only
   * what the run has seen counts: ask for quotes with `quotedStrikes`, or `prices(contract)`. Never asks for any itself.
   */
  readonly greeks: (contract: Contract) => OptionGreeks;
  /** A future of the underlying, whatever the expiry of the options. `@default` 'monthly' `@throws {SelectionError}` when not listed */
  readonly future: (expiry?: FutureRule) => Contract;
}

/** A selection that the listing cannot serve. Thrown inside a strategy: the run fails and says why. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
}
