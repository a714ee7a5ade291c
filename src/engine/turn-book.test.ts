import { expect, it } from 'vitest';

import { TurnBook } from './turn-book.ts';
import { WebhookQueue } from './webhook-queue.ts';

const RUNS = new Map([
  ['a', 'of a'],
  ['b', 'of b'],
  ['c', 'of c'],
]);

it('runs come in turn: first those that were never served, then the one that waits longest', () => {
  const turns = new TurnBook();
  expect(turns.inOrder(RUNS)).toEqual(['of a', 'of b', 'of c']);
  turns.note('a');
  expect(turns.inOrder(RUNS)).toEqual(['of b', 'of c', 'of a']);
  turns.note('c');
  turns.note('b');
  expect(turns.inOrder(RUNS)).toEqual(['of a', 'of c', 'of b']);
  turns.note('a');
  expect(turns.inOrder(RUNS)).toEqual(['of c', 'of b', 'of a']);
});

it('starts and signals wait in their order, one of each run at a time, until they are dropped', () => {
  const queue = new WebhookQueue();
  const webhook = (runId: string, commandIndex: number) => {
    const command = {
      kind: 'startPosition',
      position: String(commandIndex),
      alertName: 'a',
      exitTime: null,
      ticker: 'T',
      legs: [{}],
    } as const;
    const waiting = { command, ref: { runId, commandIndex } };
    queue.add(waiting);
    return waiting;
  };
  const [first, second, other] = [webhook('a', 0), webhook('a', 1), webhook('b', 0)];
  expect(queue.size).toBe(3);
  expect([...queue.oldestOfEach()]).toEqual([
    ['a', first],
    ['b', other],
  ]);
  expect(queue.drop((one) => one === first)).toEqual([first]);
  expect(queue.size).toBe(2);
  expect(queue.oldestOfEach().get('a')).toBe(second);
  expect(queue.drop(() => false)).toEqual([]);
});
