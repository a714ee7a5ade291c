import { join } from 'node:path';

import { controlPathOf } from '../../day/journal/open-day-journal.ts';

/** Where the control API of a journal's program listens, for its owner alone. */
export function apiSocketOf(journalPath: string): string {
  return join(controlPathOf(journalPath), 'api.sock');
}

/** Where the token is that every request must carry. */
export function apiTokenFileOf(journalPath: string): string {
  return join(controlPathOf(journalPath), 'api.token');
}

/** A header: when the caller stops waiting, epoch milliseconds of this machine. Later the request is not done. */
export const EXPIRES_AT = 'request-expires-at';
/** A header: names a request, so that sending it again does not do it twice. */
export const IDEMPOTENCY_KEY = 'idempotency-key';
