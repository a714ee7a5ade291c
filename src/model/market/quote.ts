/** The best prices of a contract or an index at one instant. */
export interface Quote {
  /** A contract's symbol, or an underlying's symbol for its index. */
  readonly symbol: string;
  /** Best bid; null when there is none, and for an index. */
  readonly bidPaise: number | null;
  /** Best offer; null when there is none, and for an index. */
  readonly askPaise: number | null;
  /** Last traded price, or the index level. */
  readonly lastPaise: number;
  /** Of the price, epoch milliseconds. */
  readonly atMs: number;
}
