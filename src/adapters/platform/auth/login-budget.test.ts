import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { instantAt } from '../../../model/time/ist.ts';
import { type Failure } from '../../shared/answer.ts';
import { isPassingLoginFailure, isRefusedLogin, LoginBudget } from './login-budget.ts';

const WINDOW_MS = 600_000;
const START_MS = instantAt('2026-11-20', '09:20');

/** Seconds after the start at which an impatient caller's logins are let through, while all of them fail. */
function triesOf(
  attemptsMax: number,
  windowMs: number,
  { forSeconds, how = 'refuse' }: { readonly forSeconds: number; readonly how?: 'refuse' | 'fail' },
): readonly number[] {
  const budget = new LoginBudget(attemptsMax, windowMs);
  const tries: number[] = [];
  for (let second = 0; second <= forSeconds; second += 1) {
    const nowMs = START_MS + 1_000 * second;
    if (budget.refusal(nowMs) !== null) continue;
    budget.spend(nowMs);
    budget[how](nowMs);
    tries.push(second);
  }
  return tries;
}

describe('logins that fail', () => {
  it('are spread over the window, and then as evenly as it allows', () => {
    expect(triesOf(3, WINDOW_MS, { forSeconds: 1_500 })).toEqual([
      0, 1, 26, 600, 800, 1_000, 1_200, 1_400,
    ]);
  });

  it('wait about twice as long each time where ten may be tried', () => {
    expect(triesOf(10, WINDOW_MS, { forSeconds: 130 })).toEqual([0, 1, 4, 9, 18, 36, 71]);
  });

  it('are told when the next may be tried', () => {
    const budget = new LoginBudget(3, WINDOW_MS);
    budget.spend(START_MS);
    budget.refuse(START_MS + 400);
    expect(budget.refusal(START_MS + 1_399)).toEqual({
      reason: 'the next login may be tried at 09:20:02 IST',
      retryAtMs: START_MS + 1_400,
    });
    expect(budget.refusal(START_MS + 1_400)).toBeNull();
  });

  it('begin at a second again once a session was good', () => {
    const budget = new LoginBudget(3, WINDOW_MS);
    budget.refuse(START_MS);
    budget.refuse(START_MS);
    budget.succeed();
    budget.refuse(START_MS);
    expect(budget.refusal(START_MS + 1_000)).toBeNull();
  });

  it('without a refusal are tried on, at most every 40 seconds', () => {
    const tries = triesOf(3, WINDOW_MS, { forSeconds: 590, how: 'fail' });
    expect(tries.slice(0, 8)).toEqual([0, 1, 3, 7, 15, 31, 63, 103]);
    expect(tries.length).toBeLessThanOrEqual(20);
  });

  it('leave two more tries to a write that waits, a minute apart', () => {
    const budget = new LoginBudget(3, WINDOW_MS);
    for (const atMs of [0, 1_000, 26_000]) budget.refuse(START_MS + atMs);
    expect(budget.refusal(START_MS + 300_000)?.retryAtMs).toBe(START_MS + WINDOW_MS);
    expect(budget.refusal(START_MS + 85_999, 'write')).not.toBeNull();
    expect(budget.refusal(START_MS + 86_000, 'write')).toBeNull();
    budget.refuse(START_MS + 86_000);
    expect(budget.refusal(START_MS + 145_999, 'write')).not.toBeNull();
    budget.refuse(START_MS + 146_000);
    expect(budget.refusal(START_MS + 300_000, 'write')?.retryAtMs).toBe(START_MS + WINDOW_MS);
  });

  it('are bounded though they do well', () => {
    const budget = new LoginBudget(3, WINDOW_MS);
    for (let second = 0; second < 20; second += 1) budget.spend(START_MS + second);
    expect(budget.refusal(START_MS + 1_000)?.reason).toContain('20 logins were tried within 10');
    expect(budget.refusal(START_MS + 1_000, 'write')).toBeNull();
  });

  it('never are more than allowed, and never stop for longer than a window', () => {
    const attempts = fc.integer({ min: 1, max: 10 });
    const windows = fc.integer({ min: 1, max: 1_200 });
    fc.assert(
      fc.property(attempts, windows, (attemptsMax, windowSeconds) => {
        const tries = triesOf(attemptsMax, 1_000 * windowSeconds, { forSeconds: 1_800 });
        tries.forEach((second, at) => {
          const later = tries[at + attemptsMax] ?? Infinity;
          expect(later - second).toBeGreaterThanOrEqual(windowSeconds);
          const next = tries[at + 1] ?? 1_801;
          expect(next - second).toBeLessThanOrEqual(windowSeconds + 1);
        });
      }),
    );
  });
});

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
