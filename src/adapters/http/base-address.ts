import { isLoopbackHost } from '../../base/loopback.ts';
import { type HostRole } from '../../ports/transport.ts';

/** Where a host role is reached. */
export interface BaseAddress {
  readonly origin: string;
  /** Path that every request path is put behind; empty or without a slash at its end. */
  readonly prefix: string;
}

/** A base address that must not be used. */
export class UnusableBaseAddress extends Error {
  override readonly name = 'UnusableBaseAddress';
}

const PLAIN_PATH = /^[A-Za-z0-9._~/-]*$/;

/**
 * Reads the base address of a role: `https:`, or `http:` on loopback; no user, query or fragment.
 *
 * @throws {UnusableBaseAddress} when the text is anything else
 */
export function parseBaseAddress(role: HostRole, text: string): BaseAddress {
  // The text itself may hold a password, so no message repeats it.
  const refuse = (what: string): UnusableBaseAddress =>
    new UnusableBaseAddress(`Cannot use the address of host "${role}": ${what}`);
  if (!URL.canParse(text)) throw refuse('not a URL');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw refuse('it must not name a user');
  if (url.search !== '' || url.hash !== '') throw refuse('it must not have a query or fragment');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackHost(url.hostname))) {
    throw refuse('it must be https, or http on loopback');
  }
  // Encoded or special letters mean one thing here and may mean another to a proxy, which could then see another route.
  if (!PLAIN_PATH.test(url.pathname)) throw refuse('its path may hold a-z A-Z 0-9 . _ ~ - and /');
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
