import { invariant } from '../base/invariant.ts';

/** More ticks than this at one instant means that somebody wants to be woken now, for ever. */
const TICKS_PER_INSTANT_MAX = 10_000;

/** Counts ticks at one instant. */
export class SameInstantTicks {
  #atMs = -Infinity;
  #count = 0;

  /**
   * Counts one more.
   *
   * @throws {InvariantViolation} when they do not end
   */
  add(nowMs: number): void {
    this.#count = nowMs === this.#atMs ? this.#count + 1 : 0;
    this.#atMs = nowMs;
    invariant(this.#count < TICKS_PER_INSTANT_MAX, 'Wakes without end at one instant');
  }
}
