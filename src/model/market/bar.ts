/** Open, high, low and close of the prices seen in one stretch of time. */
export interface Bar {
  readonly symbol: string;
  /** Start of the stretch, included. */
  readonly startMs: number;
  /** End of the stretch, excluded. */
  readonly endMs: number;
  readonly openPaise: number;
  readonly highPaise: number;
  readonly lowPaise: number;
  readonly closePaise: number;
  /** Whether it came from a warm-up: of earlier days, or of today before the run started. @default false */
  readonly isWarmup?: boolean;
  /** Whether it is the first of a session, which the run has seen from its open; never a warm-up bar. @default false */
  readonly isOpening?: boolean;
}

/** Bars of an index that are over: which, how many, and up to when. */
export interface HistoryAsked {
  /** The index, by its symbol. */
  readonly underlying: string;
  /** Length of a bar, whole minutes, at least 1. */
  readonly minutes: number;
  /** How many at most, 1 to {@link HISTORY_BARS_MAX}: the latest. */
  readonly count: number;
  /** All of them end at this instant or before it, epoch milliseconds. */
  readonly beforeMs: number;
}

/** Most bars of one request: those of one minute of a month. */
export const HISTORY_BARS_MAX = 10_000;

/** What became of a request for bars of the past. */
export interface HistoryAnswer {
  /** Oldest first; none where it failed. */
  readonly bars: readonly Bar[];
  /** Why there are none, for people; null where the source answered. */
  readonly failure: string | null;
}
