import { type Failure } from '../../shared/answer.ts';

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
