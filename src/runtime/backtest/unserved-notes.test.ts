import { expect, it } from 'vitest';

import { unservedNotes } from './unserved-notes.ts';

it('counts for each strategy the orders that waited and the stops that were passed, with the first of each', () => {
  const intents = [
    { tag: 'a', runId: 'one@day' },
    { tag: 'b', runId: 'one#2@day' },
    { tag: 'c', runId: 'one@day' },
    { tag: 'd', runId: 'one@day' },
  ];
  const unserved = [
    { orderId: '1a', atMs: 30, why: 'no-price' },
    { orderId: '1b', atMs: 40, why: 'no-price' },
    { orderId: '1c', atMs: 20, why: 'no-price' },
    { orderId: '1d', atMs: 50, why: 'no-price' },
    { orderId: '2a', atMs: 60, why: 'stop-passed' },
  ] as const;
  const orderOf = (orderId: string) => ({ tag: orderId.slice(1) });
  const notes = unservedNotes(unserved, { view: { intents }, orderOf });
  expect(notes).toMatchObject([
    { kind: 'warning', strategy: 'one', atMs: 20, times: 3 },
    { kind: 'warning', strategy: 'one#2', atMs: 40, times: 1 },
    {
      kind: 'warning',
      strategy: 'one',
      atMs: 60,
      times: 1,
      message: expect.stringContaining('not filled') as string,
    },
  ]);
});
