import { Cookie } from 'tough-cookie';

import { type TransportResult } from '../../../ports/transport.ts';
import { COOKIE_LENGTH_MAX, COOKIES_MAX } from './wire.ts';

interface Held {
  readonly value: string;
  /** Infinity for a session cookie. */
  readonly expiresAtMs: number;
}

const SENDABLE = /^[\x21-\x3a\x3c-\x7e]*$/;

/**
 * The cookies of one login, in memory only. All hosts of the platform share them, so domain and path are not
 * looked at: the transport's allow-list decides who gets them. Expiry follows the given clock.
 */
export class CookieJar {
  readonly #cookies = new Map<string, Held>();

  /** Keeps the `set-cookie` lines of an answer; one that has expired removes its cookie. */
  keep(headers: Extract<TransportResult, { kind: 'response' }>['headers'], nowMs: number): void {
    for (const [name, line] of headers) {
      if (name === 'set-cookie') this.#keepLine(line, nowMs);
    }
  }

  /** A cookie's value; null when there is none or it has expired. */
  value(name: string, nowMs: number): string | null {
    const held = this.#cookies.get(name);
    return held === undefined || held.expiresAtMs <= nowMs ? null : held.value;
  }

  /** The `cookie` header; null when no cookie is held. */
  header(nowMs: number): string | null {
    const pairs = [...this.#cookies]
      .filter(([, { expiresAtMs }]) => expiresAtMs > nowMs)
      .map(([name, { value }]) => `${name}=${value}`);
    return pairs.length === 0 ? null : pairs.join('; ');
  }

  /** All values held, expired ones included, so that they can be masked. */
  values(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  #keepLine(line: string, nowMs: number): void {
    if (line.length > 2 * COOKIE_LENGTH_MAX) return;
    const cookie = Cookie.parse(line);
    if (cookie === undefined || !isSendable(cookie.key) || !isSendable(cookie.value)) return;
    const expiresAtMs = cookie.expiryTime(new Date(nowMs)) ?? Infinity;
    if (expiresAtMs <= nowMs) this.#cookies.delete(cookie.key);
    else if (this.#cookies.has(cookie.key) || this.#cookies.size < COOKIES_MAX) {
      this.#cookies.set(cookie.key, { value: cookie.value, expiresAtMs });
    }
  }
}

function isSendable(text: string): boolean {
  return text.length <= COOKIE_LENGTH_MAX && SENDABLE.test(text);
}
