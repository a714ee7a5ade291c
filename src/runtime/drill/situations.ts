/** Rare situations of a drill, counted by name. */
export class Situations {
  readonly #counts = new Map<string, number>();

  /** Notes that a situation was reached. */
  reach(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** How often each was reached. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
