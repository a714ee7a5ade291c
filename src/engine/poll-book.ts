/**
 * Where the polls of one subject stand.
 *
 * Idle or under way; the last one good, or failed since `isFailing`. A poll that is under way blocks the next.
 */
export interface PollState {
  lastStartedAtMs: number | null;
  isUnderWay: boolean;
  /** When the last good poll began. */
  lastGoodAtMs: number | null;
  isFailing: boolean;
  /** Records that the last good poll could not read. */
  malformed: number;
}

/** Poll states by subject, and by underlying for contracts. */
export class PollBook {
  readonly #states = new Map<string, PollState>();
  /** Symbols that the last poll of quotes asked for. */
  quotesAsked: ReadonlySet<string> = new Set();

  /** The state of a subject; made at the first look. */
  state(subject: 'orders' | 'quotes' | 'contracts', underlying = ''): PollState {
    const key = `${subject}\n${underlying}`;
    const held = this.#states.get(key);
    if (held !== undefined) return held;
    const fresh: PollState = {
      lastStartedAtMs: null,
      isUnderWay: false,
      lastGoodAtMs: null,
      isFailing: false,
      malformed: 0,
    };
    this.#states.set(key, fresh);
    return fresh;
  }
}
