/** The machine's own time, for what waits and paces; dates come from a {@link Clock}. */
export interface MachineTime {
  /** Resolves after `delayMs` of real time, or as soon as `signal` aborts. Never rejects. */
  readonly wait: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Lets I/O and signals in, without waiting. */
  readonly yieldToMachine: () => Promise<void>;
  /** Real milliseconds since some fixed moment, never going back. */
  readonly monotonicMs: () => number;
  /** Calls back about once a second, until what it returns is called. */
  readonly startTicker: (onTick: () => void) => () => void;
}

/** Tells the run's time. */
export interface Clock {
  /** Epoch milliseconds. Wall, sped up or virtual. */
  readonly nowMs: () => number;
  /** How far it is ahead of its source, because it does not go back. Absent: it cannot be. */
  readonly aheadMs?: () => number;
  /** Continues from this instant at the earliest: what a recovered day has seen already. */
  readonly startFrom?: (atMs: number) => void;
}
