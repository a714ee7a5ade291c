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
}
