/** Remembers which run was served last, so that the budget goes round. */
export class TurnBook {
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;

  /** Notes that a message of a run leaves. */
  note(runId: string): void {
    this.#turns += 1;
    this.#lastTurns.set(runId, this.#turns);
  }

  /** What runs have, those first that were served longest ago or never. */
  inOrder<Value>(byRun: ReadonlyMap<string, Value>): readonly Value[] {
    const runs = [...byRun];
    runs.sort(([left], [right]) => this.#lastOf(left) - this.#lastOf(right));
    return runs.map(([, value]) => value);
  }

  #lastOf(runId: string): number {
    return this.#lastTurns.get(runId) ?? 0;
  }
}
