import { type Clock } from '../ports/clock.ts';

/**
 * Longer than this between two looks, and the process stood still: real milliseconds. A driver looks at least once a second,
 * and what was due 5 s before a look counts as missed.
 */
const STALLED_MS = 5_000;

/**
 * Notices that a process stood still: stopped, swapped out, asleep with its machine, or kept from running. What strategies
 * work in their turns is left out, since those are watched by themselves; what passes in a turn without work is not: a
 * process may be stopped in the middle of one.
 */
export class StallWatch {
  readonly #clock: Clock;
  readonly #gapMsMax: number;
  readonly #speed: number;
  readonly #cpuMs: () => number;
  #lookedAtMs: number | null = null;
  #turnsMs = 0;

  /** `speed`: milliseconds of the clock in a real one. `cpuMs`: what the process has worked so far. */
  constructor(clock: Clock, speed: number, cpuMs: () => number) {
    this.#clock = clock;
    this.#speed = speed;
    this.#cpuMs = cpuMs;
    this.#gapMsMax = STALLED_MS * speed;
  }

  /** Looks at `nowMs`: since when nothing happened, when that is too long; else null. */
  stalledSinceMs(nowMs: number): number | null {
    const fromMs = (this.#lookedAtMs ?? nowMs) + this.#turnsMs;
    this.#lookedAtMs = nowMs;
    this.#turnsMs = 0;
    return nowMs - fromMs > this.#gapMsMax ? fromMs : null;
  }

  /** Leaves out the time that something works. */
  leaveOut<Value>(work: () => Value): Value {
    const startMs = this.#clock.nowMs();
    const startCpuMs = this.#cpuMs();
    try {
      return work();
    } finally {
      const workedMs = (this.#cpuMs() - startCpuMs) * this.#speed;
      this.#turnsMs += Math.min(this.#clock.nowMs() - startMs, workedMs);
    }
  }
}
