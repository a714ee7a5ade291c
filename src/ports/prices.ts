import { type Quote } from '../model/quote.ts';
import { type Outcome } from './outcome.ts';

/**
 * A quote of an answer that cannot be used as it came: `unreadable` ones are left out; of `crossed` ones, whose bid is above
 * the ask, the last price alone is used.
 */
export interface RefusedQuote {
  /** Null where not even that can be read. */
  readonly symbol: string | null;
  readonly kind: 'unreadable' | 'crossed';
  /** What is wrong with it, for people. */
  readonly problem: string;
}

/** What became of a request for quotes. Among accepted ones some may be refused. */
export type QuotesOutcome =
  | Exclude<Outcome<never>, { readonly kind: 'accepted' }>
  | {
      readonly kind: 'accepted';
      readonly value: readonly Quote[];
      /** @default none */
      readonly refused?: readonly RefusedQuote[];
    };

/** Where quotes come from. The platform's interface has none, so this is a source of its own. */
export interface Prices {
  /** Quotes of the symbols that it knows; unknown or not yet traded ones are left out. */
  readonly quotes: (symbols: readonly string[]) => Promise<QuotesOutcome>;
}
