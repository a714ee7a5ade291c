import { type TransportRequest, type TransportResult } from '../../ports/transport.ts';

const WINDOW_MS = 600_000;
/** As `docs/platform.md` rations them: three by the profile, and two more for writes. */
const REFUSED_MAX = 5;
/** However they end: sessions that end within seconds must not become a storm of good logins, either. */
const TRIES_MAX = 22;
/** Least wait after the first refusal since a session was good, the second, and each further one. */
const REFUSED_WAITS_MS: readonly number[] = [1_000, 24_000, 60_000];
/** The same after a login that failed without a refusal. */
const FAILED_WAITS_MS: readonly number[] = [1_000, 2_000, 4_000];
/** What counts against an account: the platform has read the credentials, or says that it will not. */
const REFUSING = [400, 401, 403];

/**
 * Judges logins by what the platform answered them (I21), of one life of a process: a login that is refused may lock the
 * account, one that never arrives cannot. Times are those of the process, which may be ahead.
 */
export class Logins {
  #triedAtMs: number[] = [];
  #refusedAtMs: number[] = [];
  #refusals = 0;
  #failures = 0;
  #rest: { readonly sinceMs: number; readonly waitMs: number; readonly why: string } | null = null;

  begin(): void {
    this.#triedAtMs = [];
    this.#refusedAtMs = [];
    this.#refusals = 0;
    this.#failures = 0;
    this.#rest = null;
  }

  /** A request leaves the process; what is wrong then, or null. */
  takeSend(request: TransportRequest, nowMs: number): string | null {
    if (!isLogin(request)) return null;
    const isInWindow = (atMs: number): boolean => nowMs - atMs < WINDOW_MS;
    this.#refusedAtMs = this.#refusedAtMs.filter(isInWindow);
    this.#triedAtMs = [...this.#triedAtMs.filter(isInWindow), nowMs];
    const refused = this.#refusedAtMs.length;
    if (refused >= REFUSED_MAX) {
      return `A login is tried after ${String(refused)} were refused within ten minutes`;
    }
    const tries = this.#triedAtMs.length;
    if (tries > TRIES_MAX) return `${String(tries)} logins within ten minutes`;
    const rest = this.#rest;
    if (rest === null || nowMs - rest.sinceMs >= rest.waitMs) return null;
    return `A login is tried ${String(nowMs - rest.sinceMs)} ms after the last one ${rest.why}`;
  }

  takeHeard(request: TransportRequest, result: TransportResult, nowMs: number): void {
    if (!isLogin(request)) {
      const isWhole = result.kind === 'response' && result.status === 200;
      if (isWhole && request.headers['cookie'] !== undefined) this.#takeGood();
      return;
    }
    // A status says what became of the login, whether or not the rest of the answer came.
    const status = 'status' in result ? result.status : null;
    if (status === 200 && result.kind === 'response') return;
    if (status !== null && REFUSING.includes(status)) {
      this.#refusedAtMs.push(nowMs);
      this.#rest = {
        sinceMs: nowMs,
        waitMs: nth(REFUSED_WAITS_MS, this.#refusals),
        why: 'was refused',
      };
      this.#refusals += 1;
    } else {
      this.#rest = { sinceMs: nowMs, waitMs: nth(FAILED_WAITS_MS, this.#failures), why: 'failed' };
      this.#failures += 1;
    }
  }

  /** A session that is taken shows that the account is not locked: what was refused before is over. */
  #takeGood(): void {
    this.#refusedAtMs = [];
    this.#refusals = 0;
    this.#failures = 0;
    this.#rest = null;
  }
}

function isLogin({ role, method, path }: TransportRequest): boolean {
  return role === 'auth' && method === 'POST' && path === '/login';
}

function nth(waitsMs: readonly number[], at: number): number {
  return waitsMs[Math.min(at, waitsMs.length - 1)] ?? 0;
}
