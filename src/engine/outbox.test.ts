import { expect, it } from 'vitest';

import { Outbox } from './outbox.ts';

it('attempts are numbered from 0, and recorded before they leave', () => {
  const outbox = new Outbox();
  const cancel = { kind: 'cancel', orderIds: ['o1'] } as const;
  expect([outbox.attempt(5, cancel), outbox.attempt(5, cancel)]).toEqual(['a0', 'a1']);
  expect(outbox.attempts).toBe(2);
  expect(outbox.take().map(({ kind }) => kind)).toEqual(['record', 'attempt', 'record', 'attempt']);
  expect(outbox.take()).toEqual([]);
});

it('tells a code and its facts, as severe as the catalogue has it', () => {
  const outbox = new Outbox();
  outbox.notice('resumed', null, { reason: 'looked' });
  // @ts-expect-error a fact of another code
  outbox.notice('resumed', null, { detail: 'looked' });
  const facts = { reason: 'looked' };
  const notice = { code: 'resumed', severity: 'info', runId: null, facts };
  expect(outbox.take()[0]).toEqual({ kind: 'notice', notice });
});
