/** A time during which a run, or the account, may not enter. Exits go on. */
export interface Lock {
  /** Null: the account, so every run. */
  readonly runId: string | null;
  readonly protection:
    | 'day-loss'
    | 'drawdown'
    | 'losing-streak'
    | 'cooldown'
    | 'open-premium'
    /** The operator flattened the run. */
    | 'operator';
  /** For people. */
  readonly reason: string;
  readonly sinceMs: number;
  /** Null: until the day ends; of `open-premium`, until less is open; of `operator`, until the operator resumes. */
  readonly untilMs: number | null;
}
