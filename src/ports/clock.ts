/** Tells the run's time. */
export interface Clock {
  /** Epoch milliseconds. Wall, sped up or virtual. */
  readonly nowMs: () => number;
}
