/** An invariant that did not hold. */
export interface Violation {
  /** Its number, `I1` to `I38`. */
  readonly invariant: string;
  readonly atMs: number;
  readonly detail: string;
}
