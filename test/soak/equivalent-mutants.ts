/** A mutant that no test can kill, since nothing can be seen of it. */
export interface EquivalentMutant {
  readonly file: string;
  /** As the report prints it. */
  readonly key: string;
  /** Why nothing changes, or nothing that anybody relies on. */
  readonly why: string;
}

/** Proven one by one. A key that no longer fits any mutant is reported, and to be taken out. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = [];
