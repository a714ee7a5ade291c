import { invariant } from '../base/invariant.ts';
import { type Clock } from '../ports/clock.ts';

/** A clock that stands still until it is told to go on. It never goes back. */
export class VirtualClock implements Clock {
  #nowMs: number;

  constructor(startAtMs: number) {
    this.#nowMs = startAtMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly startFrom = (atMs: number): void => {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  };

  /** Goes on to `atMs`; staying is allowed. */
  advanceTo(atMs: number): void {
    invariant(atMs >= this.#nowMs, 'Clock asked to go back');
    this.#nowMs = atMs;
  }
}
