import { describe, expect, it } from 'vitest';

import { LoginBudget } from '../adapters/platform/auth/login-budget.ts';
import { instantAt } from '../model/time/ist.ts';
import { type Auth } from '../ports/auth.ts';
import { type Outcome } from '../ports/outcome.ts';
import { firstLogin } from './first-login.ts';

type Login = Outcome<{ readonly message: string }>;

const START_MS = instantAt('2026-11-20', '09:05');
const CLOSE_MS = instantAt('2026-11-20', '15:30');
const GOOD: Login = { kind: 'accepted', value: { message: 'Logged in' } };
const GONE: Login = {
  kind: 'rejected',
  rejection: { form: 'not-sent', reason: 'Connection refused (ECONNREFUSED)' },
};
const REFUSED: Login = {
  kind: 'rejected',
  rejection: { form: 'message', status: 401, msg: 'Wrong password' },
};

function unknown(status: number | null, reason: 'timeout' | 'unexpected-status'): Login {
  return { kind: 'unknown', cause: { reason, status, detail: 'No' } };
}

/** Logs in at a platform that answers in turn, the last answer for good, along the ladder that sessions have. */
async function loggedIn(
  answers: readonly Login[],
  { startMs = START_MS, abortAt = Infinity }: { startMs?: number; abortAt?: number } = {},
) {
  let nowMs = startMs;
  const tries: number[] = [];
  const told: unknown[] = [];
  const ending = new AbortController();
  const budget = new LoginBudget(3, 600_000);
  const auth: Auth = {
    login: () => {
      const refusal = budget.refusal(nowMs);
      if (refusal !== null) {
        return Promise.resolve({ kind: 'rejected', rejection: { form: 'not-sent', ...refusal } });
      }
      budget.spend(nowMs);
      budget.fail(nowMs);
      const answer = answers[Math.min(tries.length, answers.length - 1)] ?? GOOD;
      tries.push((nowMs - startMs) / 1_000);
      return Promise.resolve(answer);
    },
  };
  const result = await firstLogin({
    auth,
    clock: { nowMs: () => nowMs },
    untilMs: CLOSE_MS,
    pass: (forMs) => {
      expect(forMs).toBeGreaterThan(0);
      nowMs += forMs;
      if (nowMs - startMs >= abortAt) ending.abort();
      return Promise.resolve();
    },
    signal: ending.signal,
    onTrouble: (trouble) => told.push(trouble),
  });
  return { result, tries, told, passedMs: nowMs - startMs };
}

describe('the first login of a day', () => {
  it.each([
    ['no connection', GONE],
    ['no answer', unknown(null, 'timeout')],
    ['a server in trouble', unknown(503, 'unexpected-status')],
  ])('that meets %s is tried again until it does well', async (_, failure) => {
    const { result, tries, told } = await loggedIn([failure, failure, failure, GOOD]);
    expect(result.ok).toBe(true);
    expect(tries).toEqual([0, 1, 3, 7]);
    expect(told).toMatchObject([{ untilMs: START_MS + 600_000 }]);
  });

  it('gives up after ten minutes, told about once a minute, and says why', async () => {
    const { result, tries, told, passedMs } = await loggedIn([GONE]);
    expect(result).toMatchObject({
      error: {
        kind: 'platform-unavailable',
        problems: [
          { message: expect.stringMatching(/tried for \d+ min: Connection refused/) as string },
        ],
      },
    });
    expect(passedMs).toBeGreaterThan(540_000);
    expect(passedMs).toBeLessThanOrEqual(600_000);
    expect(tries.length).toBeLessThanOrEqual(20);
    expect(told.length).toBeLessThanOrEqual(11);
  });

  it('is of no use after the close', async () => {
    const { result, passedMs } = await loggedIn([GONE], { startMs: CLOSE_MS - 60_000 });
    expect(result).toMatchObject({ error: { kind: 'platform-unavailable' } });
    expect(passedMs).toBeLessThan(60_000);
  });

  it.each([
    ['at once', [REFUSED], [0]],
    ['after an outage', [GONE, REFUSED], [0, 1]],
    ['in words of its own', [unknown(401, 'unexpected-status')], [0]],
  ])('ends when it is refused %s', async (_, answers, expected) => {
    const { result, tries } = await loggedIn(answers);
    expect(result).toMatchObject({ error: { kind: 'authentication' } });
    expect(tries).toEqual(expected);
  });

  it('ends at once where another try would not help', async () => {
    const { result, tries } = await loggedIn([unknown(404, 'unexpected-status')]);
    expect(result).toMatchObject({ error: { kind: 'platform-unavailable' } });
    expect(tries).toEqual([0]);
  });

  it('ends when the day is ended while it waits', async () => {
    const { result, tries } = await loggedIn([GONE], { abortAt: 20_000 });
    expect(result).toMatchObject({
      error: {
        kind: 'platform-unavailable',
        problems: [{ message: expect.stringContaining('Ended before the platform') as string }],
      },
    });
    expect(tries).toEqual([0, 1, 3, 7, 15]);
  });

  it('ends when the day is ended while nothing answers', async () => {
    const ending = new AbortController();
    const never = firstLogin({
      auth: { login: () => new Promise(() => undefined) },
      clock: { nowMs: () => START_MS },
      untilMs: CLOSE_MS,
      pass: () => Promise.resolve(),
      signal: ending.signal,
      onTrouble: () => undefined,
    });
    ending.abort();
    expect(await never).toMatchObject({ error: { kind: 'platform-unavailable' } });
  });
});
