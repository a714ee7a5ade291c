import { type Bar, type HistoryAsked } from '../model/market/bar.ts';
import { type Quote } from '../model/market/quote.ts';
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

/** The outcome of a request for quotes; some of the accepted may be refused. */
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
  /**
   * Bars of an index that are over, the latest that are asked for, oldest first: fewer where there are no more, none of
   * them twice and none in which the index had no price. Aligned to the start of each session; the last of one may be
   * shorter. Absent where the source has current prices only.
   */
  readonly history?: (asked: HistoryAsked) => Promise<Outcome<readonly Bar[]>>;
}

/** The answer of a source without history. */
export const NO_HISTORY_ANSWER: Outcome<never> = {
  kind: 'rejected',
  rejection: {
    form: 'refused-by-mode',
    reason: 'the source of prices has the current ones only, so bars begin now',
  },
};

/** Requests finished bars from a source; one that keeps none refuses. */
export function historyOf(
  { history }: Prices,
  asked: HistoryAsked,
): Promise<Outcome<readonly Bar[]>> {
  return history?.(asked) ?? Promise.resolve(NO_HISTORY_ANSWER);
}
