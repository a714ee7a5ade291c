/** Tells the run's time. */
export interface Clock {
  /** Epoch milliseconds. Wall, sped up or virtual. */
  readonly nowMs: () => number;
  /** By how much it is ahead of what it is set by, because it does not go back. Left out: it cannot be. */
  readonly aheadMs?: () => number;
  /** Goes on from this instant at the earliest: what a day that is recovered has seen already. */
  readonly startFrom?: (atMs: number) => void;
}
