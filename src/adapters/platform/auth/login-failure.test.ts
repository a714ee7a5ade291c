import { describe, expect, it } from 'vitest';

import { type Failure } from '../../shared/answer.ts';
import { isPassingLoginFailure, isRefusedLogin } from './login-failure.ts';

function answered(status: number | null, reason: Cause['reason'] = 'unexpected-status'): Failure {
  return { kind: 'unknown', cause: { reason, status, detail: 'x' } };
}
type Cause = Extract<Failure, { kind: 'unknown' }>['cause'];

const kindOf = (failure: Failure): string => {
  if (isRefusedLogin(failure)) return 'refused';
  return isPassingLoginFailure(failure) ? 'passing' : 'other';
};

describe('a login that failed', () => {
  it.each([400, 401, 403, 422])('is refused by a %i in whatever words', (status) => {
    expect(kindOf(answered(status, 'body-malformed'))).toBe('refused');
    const message = { form: 'message', status, msg: 'No' } as const;
    expect(kindOf({ kind: 'rejected', rejection: message })).toBe('refused');
  });

  it.each([
    [answered(null, 'timeout')],
    [answered(null, 'connection-lost')],
    [answered(200, 'body-truncated')],
    [answered(302, 'redirected')],
    [answered(429)],
    [answered(503)],
    [{ kind: 'rejected', rejection: { form: 'not-sent', reason: 'ECONNREFUSED' } } as const],
  ])('may do well later: %j', (failure) => {
    expect(kindOf(failure)).toBe('passing');
  });

  it.each([
    [answered(404)],
    [answered(200, 'response-mismatch')],
    [answered(200, 'body-malformed')],
  ])('is neither where the address or the platform is another one: %j', (failure) => {
    expect(kindOf(failure)).toBe('other');
  });
});
