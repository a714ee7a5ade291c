import { type Quote } from '../model/market/quote.ts';
import { type Repeats } from '../model/runs/input.ts';

/** What a feed pushes: plain data, so that it can be recorded as it is. */
export interface PricePush {
  /** From when on these prices are known, epoch milliseconds. */
  readonly atMs: number;
  /** Of all symbols of the subscription that have a price then. */
  readonly quotes: readonly Quote[];
  /** They are confirmed so often, and stand until the next push. */
  readonly repeats: Repeats;
}

/** What prices are wanted of. */
export interface PricesWanted {
  /** Symbols of contracts, and names of underlyings for their index; unknown ones never have a price. */
  readonly symbols: readonly string[];
  /** The first push is of this instant, or of the next open where no session is under way. Epoch milliseconds. */
  readonly fromMs: number;
  /** A price is known, and confirmed, at whole multiples of this after `fromMs`. Milliseconds. */
  readonly everyMs: number;
}

/**
 * Pushes of one subscription, in their order. One comes whenever a price has changed, and with the first look of each
 * minute. Answers depend on what was wanted alone, not on when the pushes before were taken.
 */
export interface PriceSubscription {
  /** When the next push comes, epoch milliseconds; infinite when none does any more on that day. */
  readonly nextMs: number;
  /** Takes the next push. Only where there is one. */
  readonly take: () => PricePush;
  /**
   * Takes what stands at an instant and passes over the pushes before it; where some symbol has no price then, only the
   * next push, since an earlier one has its last price. Only where `nextMs` is not later.
   */
  readonly takeLatest: (atMs: number) => PricePush;
}

/** Prices that come by themselves. Never throws for what a source does. */
export interface PriceFeed {
  /** Pushes of one day, from the instant that is asked for on. */
  readonly subscribe: (wanted: PricesWanted) => PriceSubscription;
}
