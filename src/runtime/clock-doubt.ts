import { type Clock } from '../ports/clock.ts';

/** A clock that is ahead of what it is set by by more than this is doubted. */
const DOUBT_MS = 2_000;

/** Notices that what a clock is set by was set back: once for each time that it was. */
export class ClockDoubt {
  readonly #clock: Clock;
  #toldMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** By how much it is behind now, when that is news; else null. */
  news(): number | null {
    const behindMs = Math.round(this.#clock.aheadMs?.() ?? 0);
    // A clock that is met again and set back once more is news once more.
    this.#toldMs = Math.min(this.#toldMs, behindMs);
    if (behindMs <= this.#toldMs + DOUBT_MS) return null;
    this.#toldMs = behindMs;
    return behindMs;
  }
}
