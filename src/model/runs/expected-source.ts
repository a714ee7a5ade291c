/** A source of a run's own that is to speak in time. */
export interface ExpectedSource {
  readonly name: string;
  /** How long a value of it counts, milliseconds. */
  readonly staleAfterMs: number;
}
