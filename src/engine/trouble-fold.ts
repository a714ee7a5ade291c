/** How long the same trouble goes on before it is told again. */
const AGAIN_AFTER_MS = 300_000;
/** How soon a trouble that has changed is told, at the earliest. */
const CHANGE_AFTER_MS = 60_000;
/** How long it must be away before it is over: what comes and goes with every poll is one trouble. */
const OVER_AFTER_MS = 30_000;

/** What is to be told. */
export type Telling = {
  readonly kind: 'begins' | 'goes-on' | 'ends';
  readonly times: number;
} | null;

/**
 * Folds a trouble that polls bring again and again into a few notices.
 *
 * *Away*: nothing. *There*: told when it begins, when it has changed (at most once a minute), every five minutes while it
 * goes on, and when it has been away for half a minute.
 */
export class TroubleFold {
  #told: { readonly what: string; readonly atMs: number } | null = null;
  #lastAtMs = -Infinity;
  #times = 0;

  /** Takes in what a poll showed; empty for none. */
  take(what: string, nowMs: number): Telling {
    if (what === '') return this.#takeNone(nowMs);
    this.#lastAtMs = nowMs;
    this.#times += 1;
    const told = this.#told;
    const waitMs = told === null ? 0 : told.what === what ? AGAIN_AFTER_MS : CHANGE_AFTER_MS;
    if (told !== null && nowMs < told.atMs + waitMs) return null;
    this.#told = { what, atMs: nowMs };
    return { kind: told === null ? 'begins' : 'goes-on', times: this.#times };
  }

  #takeNone(nowMs: number): Telling {
    if (this.#told === null || nowMs < this.#lastAtMs + OVER_AFTER_MS) return null;
    const times = this.#times;
    this.#told = null;
    this.#times = 0;
    return { kind: 'ends', times };
  }
}
