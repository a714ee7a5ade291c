/**
 * The law allows ten orders in any second, counted where they arrive. Messages that arrive within a second left within
 * a second and however much their delays differ; a quarter of a second is much more than they do on a working line.
 */
const WINDOW_MS = 1_250;
const MINUTE_MS = 60_000;

/** What a budget allows. */
export interface BudgetLimits {
  /** In any window of 1.25 s, of all kinds. */
  readonly messagesPerSecondMax: number;
  /** Of those, how many entries may not use. */
  readonly messagesKeptForExits: number;
  /** Entries in any minute; null: no limit. */
  readonly ordersPerMinuteMax: number | null;
}

/** Counts what the account sends, on the run's clock: a little more slowly than the law asks, so that delays cannot bunch it. */
export class MessageBudget {
  readonly #limits: BudgetLimits;
  #sentAtMs: number[] = [];
  #entriesAtMs: number[] = [];

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** How many messages may leave now. */
  free(nowMs: number, isEntry: boolean): number {
    this.#sentAtMs = this.#sentAtMs.filter((sentAtMs) => sentAtMs > nowMs - WINDOW_MS);
    this.#entriesAtMs = this.#entriesAtMs.filter((sentAtMs) => sentAtMs > nowMs - MINUTE_MS);
    const { messagesPerSecondMax, messagesKeptForExits, ordersPerMinuteMax } = this.#limits;
    if (!isEntry) return Math.max(0, messagesPerSecondMax - this.#sentAtMs.length);
    // However little there is, an entry may use one: else it would wait for ever.
    const entriesMax = Math.max(1, messagesPerSecondMax - messagesKeptForExits);
    const ofMinute = (ordersPerMinuteMax ?? Infinity) - this.#entriesAtMs.length;
    return Math.max(0, Math.min(entriesMax - this.#sentAtMs.length, ofMinute));
  }

  /** Notes that messages leave now. */
  spend(nowMs: number, count: number, isEntry: boolean): void {
    for (let sent = 0; sent < count; sent += 1) {
      this.#sentAtMs.push(nowMs);
      if (isEntry && this.#limits.ordersPerMinuteMax !== null) this.#entriesAtMs.push(nowMs);
    }
  }

  /** When more may leave than may now; null when nothing was sent. */
  nextFreeMs(isEntry: boolean): number | null {
    const [oldestMs] = this.#sentAtMs;
    const [oldestEntryMs] = this.#entriesAtMs;
    const { ordersPerMinuteMax } = this.#limits;
    const isMinuteFull =
      isEntry && ordersPerMinuteMax !== null && this.#entriesAtMs.length >= ordersPerMinuteMax;
    if (isMinuteFull && oldestEntryMs !== undefined) return oldestEntryMs + MINUTE_MS;
    return oldestMs === undefined ? null : oldestMs + WINDOW_MS;
  }
}
