import { type TransportRequest, type TransportResult } from '../../ports/transport.ts';
import { type Auth } from '../../ports/auth.ts';
import { type Scrub } from './scrub.ts';

/** A login to the platform that its hosts share. Cookies and the CSRF value never leave it but in requests. */
export interface PlatformSession extends Auth {
  /**
   * Sends with the session. With none, or while a login is under way, a `read` waits for the login; a `write` begins
   * it and is answered at once as not sent, to be tried again: nothing that writes leaves later than it was asked for.
   * After a 401 a `read` logs in and is sent once more; a `write` is not: its 401 is the answer, and the next request
   * logs in.
   */
  readonly send: (request: TransportRequest, kind: 'read' | 'write') => Promise<TransportResult>;
  /** Masks what is secret in the session. */
  readonly scrub: Scrub;
}
