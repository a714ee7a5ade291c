import { istClock } from '../../../model/ist.ts';

/** Bounds how often a login may be tried, so that a wrong password does not lock the account. */
export class LoginBudget {
  readonly #attemptsMax: number;
  readonly #windowMs: number;
  #triedAtMs: readonly number[] = [];

  constructor(attemptsMax: number, windowMs: number) {
    this.#attemptsMax = attemptsMax;
    this.#windowMs = windowMs;
  }

  /** Takes one try: null, or why it may not be tried now. */
  take(nowMs: number): string | null {
    this.#triedAtMs = this.#triedAtMs.filter((atMs) => nowMs - atMs < this.#windowMs);
    const [oldest] = this.#triedAtMs;
    if (oldest !== undefined && this.#triedAtMs.length >= this.#attemptsMax) {
      const tries = String(this.#attemptsMax);
      const minutes = String(Math.round(this.#windowMs / 60_000));
      const next = istClock(oldest + this.#windowMs);
      return `${tries} logins were tried within ${minutes} minutes; the next may be tried at ${next} IST`;
    }
    this.#triedAtMs = [...this.#triedAtMs, nowMs];
    return null;
  }
}
