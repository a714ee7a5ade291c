import { expect, it } from 'vitest';

import { waitedNotes } from './waited-notes.ts';

it('tells for each strategy how many of its orders waited, and when the first did', () => {
  const intents = [
    { tag: 'a', runId: 'one@day' },
    { tag: 'b', runId: 'one#2@day' },
    { tag: 'c', runId: 'one@day' },
    { tag: 'd', runId: 'one@day' },
  ];
  const waited = [
    { orderId: '1a', atMs: 30 },
    { orderId: '1b', atMs: 40 },
    { orderId: '1c', atMs: 20 },
    { orderId: '1d', atMs: 50 },
  ];
  const orderOf = (orderId: string) => ({ tag: orderId.slice(1) });
  const notes = waitedNotes(waited, { view: { intents }, orderOf });
  expect(notes).toMatchObject([
    { kind: 'warning', strategy: 'one', atMs: 20, times: 3 },
    { kind: 'warning', strategy: 'one#2', atMs: 40, times: 1 },
  ]);
});
