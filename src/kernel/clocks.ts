import { invariant } from '../base/invariant.ts';
import { type Clock } from '../ports/clock.ts';

/** A clock that stands still until it is advanced. It never goes back. */
export class VirtualClock implements Clock {
  #nowMs: number;

  constructor(startAtMs: number) {
    this.#nowMs = startAtMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly startFrom = (atMs: number): void => {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  };

  /** Advances to `atMs`; staying is allowed. */
  advanceTo(atMs: number): void {
    invariant(atMs >= this.#nowMs, 'Clock asked to go back');
    this.#nowMs = atMs;
  }
}

/** What a steady clock goes by. */
export interface SteadyClockOptions {
  /** What it is set by: a clock that may jump, either way. */
  readonly wallMs: () => number;
  /** What drives it: time that only ever passes, at the same pace as the wall. Its zero does not matter. */
  readonly monotonicMs: () => number;
}

/** Up to here a difference is worked off; beyond it the wall was set back, and waits to be met. */
const SLACK_MS = 2_000;
/** How much slower than time passes it goes meanwhile: a millisecond in a second, which no schedule notices. */
const SLOWER_BY = 0.001;

/**
 * A clock that follows the wall forwards and never back: while the wall is behind, it advances by elapsed time. So a
 * wall clock that is set back makes nothing late.
 */
export class SteadyClock implements Clock {
  readonly #options: SteadyClockOptions;
  /** What it shows less the monotonic time. */
  #offsetMs: number;
  #lookedAtMs: number;

  constructor(options: SteadyClockOptions) {
    this.#options = options;
    const wallMs = options.wallMs();
    this.#lookedAtMs = options.monotonicMs();
    this.#offsetMs = wallMs - this.#lookedAtMs;
  }

  readonly nowMs = (): number => {
    // The wall first: a process that stands still in between takes it for behind, which passes, not for ahead, which stays.
    const wallMs = this.#options.wallMs();
    const elapsedMs = this.#options.monotonicMs();
    const wallOffsetMs = wallMs - elapsedMs;
    const aheadMs = this.#offsetMs - wallOffsetMs;
    if (aheadMs <= 0) this.#offsetMs = wallOffsetMs;
    else if (aheadMs <= SLACK_MS) {
      this.#offsetMs -= Math.min(aheadMs, (elapsedMs - this.#lookedAtMs) * SLOWER_BY);
    }
    this.#lookedAtMs = elapsedMs;
    return Math.floor(elapsedMs + this.#offsetMs);
  };

  readonly aheadMs = (): number => Math.max(0, this.nowMs() - this.#options.wallMs());

  readonly startFrom = (atMs: number): void => {
    this.#offsetMs += Math.max(0, atMs - this.nowMs());
  };
}
