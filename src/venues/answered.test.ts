import { expect, test } from 'vitest';

import { type Outcome } from '../ports/outcome.ts';
import { answered } from './connect-reader.ts';

function envelope(status: number): Outcome<never> {
  const rejection = {
    form: 'error-envelope',
    status,
    code: 'x',
    message: 'y',
    details: {},
  } as const;
  return { kind: 'rejected', rejection };
}

test.each([
  [envelope(401), 'authentication'],
  [envelope(400), 'usage'],
  [envelope(503), 'platform-unavailable'],
  [
    { kind: 'rejected', rejection: { form: 'not-sent', reason: 'refused' } },
    'platform-unavailable',
  ],
  [{ kind: 'rejected', rejection: { form: 'invalid-request', problems: [] } }, 'usage'],
  [
    { kind: 'unknown', cause: { reason: 'timeout', status: null, detail: 'no answer' } },
    'platform-unavailable',
  ],
] satisfies [Outcome<never>, string][])('%j has no answer for reasons of %s', (outcome, kind) => {
  expect(answered(outcome, 'Cannot ask')).toMatchObject({ ok: false, error: { kind } });
});

test('an accepted outcome is the answer', () => {
  expect(answered({ kind: 'accepted', value: 7 }, 'Cannot ask')).toEqual({ ok: true, value: 7 });
});
