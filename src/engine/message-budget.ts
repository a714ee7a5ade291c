/** Counts order messages over a sliding second of engine time. */
export class MessageBudget {
  readonly #perSecondMax: number;
  readonly #keptForExits: number;
  #sentAtMs: number[] = [];

  constructor(perSecondMax: number, keptForExits: number) {
    this.#perSecondMax = perSecondMax;
    this.#keptForExits = keptForExits;
  }

  /** How many messages may leave now. */
  free(nowMs: number, isEntry: boolean): number {
    this.#sentAtMs = this.#sentAtMs.filter((sentAtMs) => sentAtMs > nowMs - 1000);
    // However little there is, an entry may use one: else it would wait for ever.
    const entriesMax = Math.max(1, this.#perSecondMax - this.#keptForExits);
    const allowed = isEntry ? entriesMax : this.#perSecondMax;
    return Math.max(0, allowed - this.#sentAtMs.length);
  }

  /** Notes that messages leave now. */
  spend(nowMs: number, count: number): void {
    for (let sent = 0; sent < count; sent += 1) this.#sentAtMs.push(nowMs);
  }

  /** When the oldest message of the last second leaves the count; null when nothing was sent. */
  nextFreeMs(): number | null {
    const [oldestMs] = this.#sentAtMs;
    return oldestMs === undefined ? null : oldestMs + 1000;
  }
}
