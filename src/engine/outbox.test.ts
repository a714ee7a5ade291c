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

it('what an author says is told apart from what the engine says', () => {
  const outbox = new Outbox();
  outbox.alert('warning', 'run', 'look');
  outbox.notice('warning', 'run', 'look');
  expect(outbox.take()).toEqual([
    { kind: 'notice', severity: 'warning', runId: 'run', message: 'look', topic: 'alert' },
    { kind: 'notice', severity: 'warning', runId: 'run', message: 'look' },
  ]);
});
