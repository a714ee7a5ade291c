import { describe, expect, it } from 'vitest';

import { type TransportRequest, type TransportResult } from '../../ports/transport.ts';
import { Logins } from './logins.ts';

const LOGIN: TransportRequest = {
  role: 'auth',
  method: 'POST',
  path: '/login',
  headers: {},
  body: '{}',
};
const POLL: TransportRequest = {
  role: 'orders',
  method: 'GET',
  path: '/orders',
  headers: { cookie: 'c=1' },
  body: null,
};
const LOST: TransportResult = { kind: 'not-sent', reason: 'ECONNREFUSED' };

function answer(status: number): TransportResult {
  return { kind: 'response', status, headers: [], body: Buffer.from('') };
}

/** What is wrong with logins at these seconds, each of which comes to the same. */
function judged(result: TransportResult, seconds: readonly number[]): readonly (string | null)[] {
  const logins = new Logins();
  return seconds.map((second) => {
    const found = logins.takeSend(LOGIN, 1_000 * second);
    logins.takeHeard(LOGIN, result, 1_000 * second);
    return found;
  });
}

describe('the judge of logins', () => {
  it('lets the documented ration of refused ones through', () => {
    expect(judged(answer(401), [0, 1, 26, 86, 146, 700]).every((found) => found === null)).toBe(
      true,
    );
  });

  it.each([400, 401, 403])('finds a sixth that is tried after five with %i', (status) => {
    const found = judged(answer(status), [0, 1, 26, 86, 146, 206]);
    expect(found.at(-1)).toBe('A login is tried after 5 were refused within ten minutes');
  });

  it('takes a status for what it says, whether or not the rest of the answer came', () => {
    const cut = { kind: 'interrupted', reason: 'timeout', status: 401, detail: '' } as const;
    expect(judged(cut, [0, 1, 3]).at(-1)).toContain('2000 ms after the last one was refused');
  });

  it('finds refused ones that follow too soon', () => {
    expect(judged(answer(401), [0, 1, 3]).at(-1)).toContain(
      '2000 ms after the last one was refused',
    );
    expect(judged(answer(401), [0, 1, 26, 51]).at(-1)).toContain('25000 ms after the last');
  });

  it('finds a storm of those that fail', () => {
    expect(judged(LOST, [0, 0.5]).at(-1)).toContain('500 ms after the last one failed');
    const seconds = [0, 1, 3, ...Array.from({ length: 20 }, (_, at) => 10 + 20 * at)];
    expect(judged(LOST, seconds).at(-1)).toBe('23 logins within ten minutes');
  });

  it('finds a storm of those that do well', () => {
    const seconds = Array.from({ length: 23 }, (_, at) => at);
    expect(judged(answer(200), seconds).at(-1)).toBe('23 logins within ten minutes');
  });

  it('begins anew once a session was taken', () => {
    const logins = new Logins();
    for (const second of [0, 1, 26, 86, 146]) {
      logins.takeSend(LOGIN, 1_000 * second);
      logins.takeHeard(LOGIN, answer(401), 1_000 * second);
    }
    logins.takeHeard(POLL, answer(200), 150_000);
    expect(logins.takeSend(LOGIN, 151_000)).toBeNull();
  });
});
