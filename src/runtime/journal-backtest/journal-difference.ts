/** Why a recorded day and its backtest differ. */
export type Cause =
  /** The strategy's source is not what was recorded. */
  | 'strategy-changed'
  /** An operator's request. */
  | 'operator'
  | 'halt'
  /** The process began anew. */
  | 'restart'
  /** A poll that brought nothing. */
  | 'outage'
  | 'clock'
  /** The journal has no price of the contract at that time. */
  | 'not-watched'
  /** A recorded decision of which no order came: a limit, a lock or a lack of fresh prices. */
  | 'refused'
  /** Fills are assumed at another price than the best of the moment. */
  | 'fill-model'
  /** The order was at the exchange at another moment. */
  | 'latency'
  /** The same was seen a little sooner or later. */
  | 'poll-timing'
  /** It comes of a difference before it. */
  | 'follows'
  | 'unknown';

/** Something that a recorded day and its backtest do not share. */
export interface JournalDifference {
  readonly kind: 'decision' | 'fill';
  /** Name of the run without date and mode. */
  readonly run: string;
  readonly atMs: number;
  /** For people; null where there was none. */
  readonly recorded: string | null;
  readonly backtest: string | null;
  readonly cause: Cause;
  /** One sentence. */
  readonly because: string;
}
