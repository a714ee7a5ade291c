import { istClock } from '../../../model/ist.ts';

const FIRST_WAIT_MS = 1_000;

/** Why no login may be tried now. */
export interface LoginRefusal {
  readonly reason: string;
  /** When the next may be, epoch milliseconds. */
  readonly retryAtMs: number;
}

/**
 * Bounds how often a login may be tried, so that a wrong password does not lock the account, and spaces tries that
 * fail, so that a short outage does not use them up.
 *
 * Each wait is longer than the one before by the same factor: that by which the tries of one window reach from a second
 * to its end. So a session is back soon after an outage of seconds, and something is left for one of minutes. Where it
 * goes on, tries are as far apart as the window allows for good.
 */
export class LoginBudget {
  readonly #attemptsMax: number;
  readonly #windowMs: number;
  #triedAtMs: readonly number[] = [];
  /** Failures since a session last was good. */
  #failures = 0;
  #nextAtMs = -Infinity;

  constructor(attemptsMax: number, windowMs: number) {
    this.#attemptsMax = attemptsMax;
    this.#windowMs = windowMs;
  }

  /** Why no login may be tried now, and when the next may be; null when one may. */
  refusal(nowMs: number): LoginRefusal | null {
    this.#triedAtMs = this.#triedAtMs.filter((atMs) => nowMs - atMs < this.#windowMs);
    const [oldest] = this.#triedAtMs;
    if (oldest !== undefined && this.#triedAtMs.length >= this.#attemptsMax) {
      const tries = String(this.#attemptsMax);
      const minutes = String(Math.round(this.#windowMs / 60_000));
      const retryAtMs = Math.max(oldest + this.#windowMs, this.#nextAtMs);
      const next = clockAfter(retryAtMs);
      const reason = `${tries} logins were tried within ${minutes} minutes; the next may be tried at ${next} IST`;
      return { reason, retryAtMs };
    }
    if (nowMs >= this.#nextAtMs) return null;
    const reason = `the next login may be tried at ${clockAfter(this.#nextAtMs)} IST`;
    return { reason, retryAtMs: this.#nextAtMs };
  }

  /** Notes a try. */
  spend(nowMs: number): void {
    this.#triedAtMs = [...this.#triedAtMs, nowMs];
  }

  /** Notes that a login failed, or that nothing was let through with its session. */
  fail(nowMs: number): void {
    this.#nextAtMs = nowMs + this.#waitMs();
    this.#failures += 1;
  }

  /** Notes that a session is good. */
  succeed(): void {
    this.#failures = 0;
  }

  #waitMs(): number {
    const tries = this.#attemptsMax;
    const factor = (this.#windowMs / FIRST_WAIT_MS) ** (1 / Math.max(1, tries - 1));
    return Math.round(Math.min(FIRST_WAIT_MS * factor ** this.#failures, this.#windowMs / tries));
  }
}

/** To the second, never too early. */
function clockAfter(atMs: number): string {
  return istClock(Math.ceil(atMs / 1_000) * 1_000);
}
