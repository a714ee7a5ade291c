/** A mutant and the tests that may kill it, a step at a time. */
export interface MutationJob {
  readonly file: string;
  /** The mutated source; null for the source as it is. */
  readonly text: string | null;
  readonly steps: readonly (readonly string[])[];
}

/** What became of it. */
export interface MutationFate {
  /** The test that failed; null when it survived. */
  readonly killedBy: string | null;
  readonly durationMs: number;
  readonly longestStepMs: number;
}

/** Said after each step of a job: its mutant goes on. */
export const STEP_ENDED = 'step-ended';
