import { type Clock } from '../ports/clock.ts';

/**
 * Longer than this between two looks, and the process stood still: real milliseconds. A driver looks at least once a second,
 * and what was due 5 s before a look counts as missed.
 */
const STALLED_MS = 5_000;

/**
 * Notices that a process stood still: stopped, swapped out, asleep with its machine, or kept from running. What strategies
 * take for their turns is left out: those are watched by themselves.
 */
export class StallWatch {
  readonly #clock: Clock;
  readonly #gapMsMax: number;
  #lookedAtMs: number | null = null;
  #turnsMs = 0;

  /** `speed`: milliseconds of the clock in a real one. */
  constructor(clock: Clock, speed: number) {
    this.#clock = clock;
    this.#gapMsMax = STALLED_MS * speed;
  }

  /** Looks at `nowMs`: since when nothing happened, when that is too long; else null. */
  stalledSinceMs(nowMs: number): number | null {
    const fromMs = (this.#lookedAtMs ?? nowMs) + this.#turnsMs;
    this.#lookedAtMs = nowMs;
    this.#turnsMs = 0;
    return nowMs - fromMs > this.#gapMsMax ? fromMs : null;
  }

  /** Leaves out the time that something takes. */
  leaveOut<Value>(work: () => Value): Value {
    const startMs = this.#clock.nowMs();
    try {
      return work();
    } finally {
      this.#turnsMs += this.#clock.nowMs() - startMs;
    }
  }
}
