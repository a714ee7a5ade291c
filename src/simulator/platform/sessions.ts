import { sha256Hex } from '../../base/hash.ts';
import { addDays, instantAt, istDate } from '../../model/time/ist.ts';
import { SIMULATED_SESSION } from './vocabulary.ts';

interface Session {
  readonly csrf: string;
  readonly endsAtMs: number;
}

/** Open sessions; beyond it the oldest ends. */
const SESSIONS_MAX = 64;

/** The logins of the day. A session is open until the daily end (03:00 IST) or until many newer ones displace it; then 401. */
export class Sessions {
  readonly #seed: string;
  readonly #open = new Map<string, Session>();
  #count = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Opens a session; returns its `set-cookie` values. */
  login(nowMs: number): readonly string[] {
    this.#count += 1;
    const key = `${this.#seed}/session/${String(this.#count)}`;
    const token = `simulated-session-${sha256Hex(key).slice(0, 32)}`;
    const csrf = `simulated-csrf-${sha256Hex(`${key}/csrf`).slice(0, 32)}`;
    this.#open.set(token, { csrf, endsAtMs: endAfter(nowMs) });
    const [oldest] = this.#open.keys();
    if (this.#open.size > SESSIONS_MAX && oldest !== undefined) this.#open.delete(oldest);
    return [
      `${SIMULATED_SESSION.cookieName}=${token}; Path=/; HttpOnly; SameSite=Lax`,
      `${SIMULATED_SESSION.csrfCookieName}=${csrf}; Path=/; SameSite=Lax`,
    ];
  }

  /** Whether a request carries an open session: its cookie, and its CSRF value in the header. */
  has(headers: Readonly<Record<string, string>>, nowMs: number): boolean {
    const token = cookieValue(headers['cookie'] ?? '', SIMULATED_SESSION.cookieName);
    const session = this.#open.get(token ?? '');
    if (session === undefined || nowMs >= session.endsAtMs) return false;
    return headers[SIMULATED_SESSION.csrfHeader] === session.csrf;
  }

  endAll(): void {
    this.#open.clear();
  }

  /** Changes the CSRF value of a request's session; returns its `set-cookie` value, null without a session. */
  changeCsrf(headers: Readonly<Record<string, string>>): string | null {
    const token = cookieValue(headers['cookie'] ?? '', SIMULATED_SESSION.cookieName);
    const session = this.#open.get(token ?? '');
    if (token === null || session === undefined) return null;
    const csrf = `simulated-csrf-${sha256Hex(`${session.csrf}/next`).slice(0, 32)}`;
    this.#open.set(token, { ...session, csrf });
    return `${SIMULATED_SESSION.csrfCookieName}=${csrf}; Path=/; SameSite=Lax`;
  }
}

function endAfter(nowMs: number): number {
  const today = istDate(nowMs);
  const todayMs = instantAt(today, SIMULATED_SESSION.endsAtIst);
  return todayMs > nowMs ? todayMs : instantAt(addDays(today, 1), SIMULATED_SESSION.endsAtIst);
}

function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const split = pair.indexOf('=');
    if (split > 0 && pair.slice(0, split).trim() === name) return pair.slice(split + 1).trim();
  }
  return null;
}
