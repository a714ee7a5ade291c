import { type Quote } from '../model/market/quote.ts';
import { type Repeats } from '../model/runs/input.ts';
import { type QuotesOutcome } from './prices.ts';

/** What a look at prices brought. */
export interface PriceLook {
  /** When it began: from then on these prices are known, epoch milliseconds. */
  readonly atMs: number;
  readonly outcome: QuotesOutcome;
  /** Looks before then are known to bring the same. @default unknown */
  readonly untilMs?: number;
}

/** What prices are wanted of. */
export interface PricesWanted {
  /** Symbols of contracts, and names of underlyings for their index; unknown ones never have a price. */
  readonly symbols: readonly string[];
  /** The first look is of this instant, or of the next open where no session is under way. Epoch milliseconds. */
  readonly fromMs: number;
  /** Milliseconds from one look to the next. */
  readonly everyMs: number;
}

/** Looks of one subscription, one after another. */
export interface PriceSubscription {
  /**
   * When the next look is due, epoch milliseconds: after `everyMs`, or later where nothing is new before. Infinite when none
   * is any more on that day.
   */
  readonly nextMs: number;
  /**
   * Looks, at `nextMs` or later: one at a time. The answer comes at once where prices are known, else later.
   *
   * @param atMs - the time now
   */
  readonly look: (atMs: number) => PriceLook | Promise<PriceLook>;
  /** Has looks before an instant left out from now on, or none where that is null. Absent: it leaves out by itself what is not new. */
  readonly leaveOut?: (untilMs: number | null, nowMs: number) => void;
}

/** Where current prices come from. Never throws for what a source does. */
export interface PriceFeed {
  /** Prices of one day, from the instant that is asked for on. */
  readonly subscribe: (wanted: PricesWanted) => PriceSubscription;
}

/** What a feed of known prices pushes: plain data, so that it can be recorded as it is. */
export interface PricePush {
  /** From when on these prices are known, epoch milliseconds. */
  readonly atMs: number;
  /** Of all symbols of the subscription that have a price then. */
  readonly quotes: readonly Quote[];
  /** They are confirmed so often, and stand until the next push. */
  readonly repeats: Repeats;
}

/**
 * Pushes of one subscription, in their order. One comes whenever a price has changed, and with the first look of each
 * minute. Answers depend on what was wanted alone, not on when the pushes before were taken.
 */
export interface KnownPrices extends PriceSubscription {
  /** Takes the next push. Only where there is one. */
  readonly take: () => PricePush;
  /**
   * Takes what stands at an instant and passes over the pushes before it; where some symbol has no price then, only the
   * next push, since an earlier one has its last price. Only where `nextMs` is not later.
   */
  readonly takeLatest: (atMs: number) => PricePush;
  /**
   * Passes over pushes, and tells the last price in each, as long as another one follows before an instant and both have a
   * price. Only where the subscription is of one index; else it passes over nothing.
   */
  readonly passOver: (beforeMs: number, tell: (lastPaise: number) => void) => void;
}

/** A feed that knows its whole day: any number of subscribers, who may take pushes later than they come. */
export interface KnownPriceFeed extends PriceFeed {
  readonly subscribe: (wanted: PricesWanted) => KnownPrices;
}

/** A push as what looking would have brought. */
export function lookOf({ atMs, quotes, repeats: { untilMs } }: PricePush): PriceLook {
  return { atMs, outcome: { kind: 'accepted', value: quotes }, untilMs };
}
