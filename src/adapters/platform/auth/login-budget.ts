import { istClock } from '../../../model/time/ist.ts';
import { type Failure } from '../../shared/answer.ts';

const FIRST_WAIT_MS = 1_000;
/** Between tries that the platform did not refuse, so that the end of an outage is soon noticed. */
const UNCLEAR_WAIT_MS_MAX = 40_000;
/** Refused tries beyond those allowed that a write may make: an exit may wait for it. */
const KEPT_FOR_WRITES = 2;
/** All logins within a window, however they end: sessions lost again and again must not cause a storm. */
const TRIES_MAX = 20;

/** Why no login may be tried now. */
export interface LoginRefusal {
  readonly reason: string;
  /** When the next may be, epoch milliseconds. */
  readonly retryAtMs: number;
}

/**
 * Bounds how often a login may be tried, so that a wrong password does not lock the account, and backs off after failures.
 *
 * Logins that the platform *refuses* (or lets in and then refuses) are rationed within a window, with waits that grow by a
 * constant factor from a second to its end; two more are reserved for writes, a tenth of the window apart. A login that failed
 * without a refusal is tried again after 1, 2, 4 … at most 40 seconds. At most 20 in all within a window.
 */
export class LoginBudget {
  readonly #attemptsMax: number;
  readonly #windowMs: number;
  #triedAtMs: readonly number[] = [];
  #refusedAtMs: readonly number[] = [];
  /** Failures of each kind since a session last was good. */
  #refusals = 0;
  #unclear = 0;
  #nextAtMs = -Infinity;
  #nextForWriteAtMs = -Infinity;

  constructor(attemptsMax: number, windowMs: number) {
    this.#attemptsMax = attemptsMax;
    this.#windowMs = windowMs;
  }

  /** Why no login may be tried now for a read or a write, and when the next may be; null when one may. */
  refusal(nowMs: number, kind: 'read' | 'write' = 'read'): LoginRefusal | null {
    const isInWindow = (atMs: number): boolean => nowMs - atMs < this.#windowMs;
    this.#refusedAtMs = this.#refusedAtMs.filter(isInWindow);
    this.#triedAtMs = this.#triedAtMs.filter(isInWindow);
    const isWrite = kind === 'write';
    const kept = isWrite ? KEPT_FOR_WRITES : 0;
    const nextAtMs = isWrite ? this.#nextForWriteAtMs : this.#nextAtMs;
    const { refused, tried } = { refused: this.#attemptsMax + kept, tried: TRIES_MAX + kept };
    const oldestMs = this.#refusedAtMs.at(-refused) ?? this.#triedAtMs.at(-tried);
    if (oldestMs !== undefined) {
      const isRefused = this.#refusedAtMs.length >= refused;
      const what = isRefused
        ? `${String(refused)} logins were refused`
        : `${String(tried)} logins were tried`;
      const minutes = String(Math.round(this.#windowMs / 60_000));
      const retryAtMs = Math.max(oldestMs + this.#windowMs, nextAtMs);
      const next = clockAfter(retryAtMs);
      const reason = `${what} within ${minutes} minutes; the next may be tried at ${next} IST`;
      return { reason, retryAtMs };
    }
    if (nowMs >= nextAtMs) return null;
    const reason = `the next login may be tried at ${clockAfter(nextAtMs)} IST`;
    return { reason, retryAtMs: nextAtMs };
  }

  /** Notes a try. */
  spend(nowMs: number): void {
    this.#triedAtMs = [...this.#triedAtMs, nowMs];
  }

  /** Notes that the platform refused a login, or everything that was sent with its session. */
  refuse(nowMs: number): void {
    const waitMs = this.#waitMs();
    this.#refusedAtMs = [...this.#refusedAtMs, nowMs];
    this.#refusals += 1;
    this.#nextAtMs = nowMs + waitMs;
    this.#nextForWriteAtMs = nowMs + Math.min(waitMs, this.#windowMs / 10);
  }

  /** Notes that a login failed and was not refused. */
  fail(nowMs: number): void {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** this.#unclear, UNCLEAR_WAIT_MS_MAX);
    this.#unclear += 1;
    this.#nextAtMs = Math.max(this.#nextAtMs, nowMs + waitMs);
    this.#nextForWriteAtMs = Math.max(this.#nextForWriteAtMs, nowMs + waitMs);
  }

  /** Notes that a session is good: what went wrong before is over. */
  succeed(): void {
    this.#refusedAtMs = [];
    this.#refusals = 0;
    this.#unclear = 0;
  }

  #waitMs(): number {
    const tries = this.#attemptsMax;
    const factor = (this.#windowMs / FIRST_WAIT_MS) ** (1 / Math.max(1, tries - 1));
    return Math.round(Math.min(FIRST_WAIT_MS * factor ** this.#refusals, this.#windowMs / tries));
  }
}

/** To the second, never too early. */
function clockAfter(atMs: number): string {
  return istClock(Math.ceil(atMs / 1_000) * 1_000);
}

/** What a platform says of credentials, and never of its own state. */
const REFUSING: readonly number[] = [400, 401, 403, 422];
/** States of a server that pass: timed out, too early, too many requests. */
const PASSING: readonly number[] = [408, 425, 429];

/** No whole answer of the platform itself came. */
const BROKEN: readonly string[] = ['timeout', 'connection-lost', 'body-truncated', 'redirected'];

/**
 * Whether the platform refused a login, so that the same credentials would be refused again and might lock the account.
 * The status decides, in whatever words: a proxy or another version answers with another body.
 */
export function isRefusedLogin(failure: Failure): boolean {
  if (failure.kind === 'unknown') return REFUSING.includes(failure.cause.status ?? 0);
  const { form } = failure.rejection;
  return form !== 'not-sent' && form !== 'refused-by-mode';
}

/** Whether a login failed for a reason that may pass by itself: no connection, no whole answer, a server in trouble. */
export function isPassingLoginFailure(failure: Failure): boolean {
  if (isRefusedLogin(failure)) return false;
  if (failure.kind === 'rejected') return failure.rejection.form === 'not-sent';
  const { reason, status } = failure.cause;
  if (BROKEN.includes(reason)) return true;
  return (status ?? 0) >= 500 || PASSING.includes(status ?? 0);
}
