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
