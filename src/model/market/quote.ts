/** The best prices of a contract or an index at one instant. */
export interface Quote {
  /** A contract's symbol, or an underlying's symbol for its index. */
  readonly symbol: string;
  /** Best buyer; null when nobody bids, and for an index. */
  readonly bidPaise: number | null;
  /** Best seller; null when nobody offers, and for an index. */
  readonly askPaise: number | null;
  /** Last traded price, or the index level. */
  readonly lastPaise: number;
  /** When the price held, epoch milliseconds. */
  readonly atMs: number;
}

/** What polls to come would bring, where prices of a whole day are known beforehand. Pure: the same question has the same answer. */
export interface ComingQuotes {
  /** The quote that a poll beginning at an instant would bring. */
  readonly at: (symbol: string, atMs: number) => Quote | null;
  /** When any of the quotes changes next after an instant; null when not on that day any more. */
  readonly nextChangeMs: (afterMs: number) => number | null;
  /** Until when, from an instant on, there is a quote for every symbol that was asked for. */
  readonly unbrokenUntilMs: (fromMs: number) => number;
}

/** Polls to come of which it is known what each of them would bring. */
export interface QuotesAhead {
  readonly quotes: ComingQuotes;
  /** One begins after each of these. */
  readonly everyMs: number;
  /** None of them begins at this time or later, epoch milliseconds. */
  readonly untilMs: number;
}
