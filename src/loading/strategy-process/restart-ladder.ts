/** What a ladder goes by. */
export interface RestartLadderOptions {
  /** How long to wait before each start of those that follow one another, real milliseconds. */
  readonly afterMs: readonly number[];
  /** What has run for so long since its last start has all of its starts again, real milliseconds. */
  readonly steadyMs: number;
  /** The machine's steady clock. */
  readonly nowMs: () => number;
}

/** The next start of something that ended. */
export interface NextStart {
  /** From 1. */
  readonly attempt: number;
  readonly afterMs: number;
}

interface Rung {
  readonly starts: number;
  /** Since when it runs; null while it does not. */
  readonly levelAtMs: number | null;
}

const GROUND: Rung = { starts: 0, levelAtMs: null };

/** When something that keeps ending is started again, and when no longer. */
export class RestartLadder<Key> {
  readonly #options: RestartLadderOptions;
  readonly #rungs = new Map<Key, Rung>();

  constructor(options: RestartLadderOptions) {
    this.#options = options;
  }

  /** Starts that it may have in a row. */
  get starts(): number {
    return this.#options.afterMs.length;
  }

  /** Something ended. Says when it is started again; null when it was started as often as it may be. */
  next(key: Key): NextStart | null {
    const { starts, levelAtMs } = this.#rungs.get(key) ?? GROUND;
    const { afterMs: ladder, steadyMs, nowMs } = this.#options;
    const isSteady = levelAtMs !== null && nowMs() - levelAtMs > steadyMs;
    const before = isSteady ? 0 : starts;
    const afterMs = ladder[before];
    if (afterMs === undefined) return null;
    this.#rungs.set(key, { starts: before + 1, levelAtMs: null });
    return { attempt: before + 1, afterMs };
  }

  /** It runs, where it was started again. */
  noteLevel(key: Key): void {
    const rung = this.#rungs.get(key);
    if (rung !== undefined) this.#rungs.set(key, { ...rung, levelAtMs: this.#options.nowMs() });
  }

  /** A part of something stands where the whole does. */
  share(whole: Key, part: Key): void {
    const rung = this.#rungs.get(whole);
    if (rung !== undefined) this.#rungs.set(part, rung);
  }

  forget(key: Key): void {
    this.#rungs.delete(key);
  }
}
