import { describe, expect, it } from 'vitest';

import { WebhookQueue } from '../webhooks/webhook-book.ts';
import { MessageBudget, type MessageClass, TurnBook } from './message-budget.ts';

const LIMITS = { messagesPerSecondMax: 10, messagesKeptForExits: 4, ordersPerMinuteMax: null };

function free(budget: MessageBudget, nowMs = 0): readonly number[] {
  const classes: readonly MessageClass[] = ['urgent', 'entry', 'steady'];
  return classes.map((what) => budget.free(nowMs, what));
}

describe('the budget of messages', () => {
  it('keeps some for exits, and of the rest one for entries', () => {
    const budget = new MessageBudget(LIMITS);
    expect(free(budget)).toEqual([10, 6, 5]);
    budget.send('a', { nowMs: 0, count: 2, what: 'steady' });
    expect(free(budget)).toEqual([8, 4, 3]);
    budget.send('b', { nowMs: 0, count: 3, what: 'urgent' });
    expect(free(budget)).toEqual([5, 1, 1]);
    budget.send('c', { nowMs: 0, count: 9, what: 'urgent' });
    expect(free(budget)).toEqual([0, 0, 0]);
  });

  it('leaves each class one where there is next to nothing', () => {
    const budget = new MessageBudget({ ...LIMITS, messagesPerSecondMax: 1 });
    expect(free(budget)).toEqual([1, 1, 1]);
  });

  it('counts a call until a second after its answer, and one given up for a second more', () => {
    const budget = new MessageBudget(LIMITS);
    budget.send('a', { nowMs: 0, count: 1, what: 'urgent' });
    expect([budget.free(60_000, 'urgent'), budget.nextFreeMs('urgent')]).toEqual([9, null]);
    budget.end('a', 60_000, 'answered');
    expect(budget.nextFreeMs('urgent')).toBe(61_000);
    expect([budget.free(60_999, 'urgent'), budget.free(61_000, 'urgent')]).toEqual([9, 10]);
    budget.send('b', { nowMs: 61_000, count: 1, what: 'urgent' });
    budget.send('c', { nowMs: 61_000, count: 1, what: 'urgent' });
    budget.end('b', 61_000, 'unanswered');
    budget.end('none', 61_000, 'unanswered');
    expect(budget.nextFreeMs('urgent')).toBe(63_000);
    budget.end('c', 61_000, 'never-left');
    expect(budget.free(61_000, 'urgent')).toBe(9);
  });

  it('counts entries of a minute, and no other call', () => {
    const budget = new MessageBudget({ ...LIMITS, ordersPerMinuteMax: 3 });
    budget.send('a', { nowMs: 0, count: 2, what: 'entry' });
    budget.send('x', { nowMs: 0, count: 3, what: 'urgent' });
    budget.end('a', 0, 'answered');
    budget.end('x', 0, 'answered');
    expect(budget.free(30_000, 'entry')).toBe(1);
    expect(budget.nextFreeMs('entry')).toBeNull();
    budget.send('b', { nowMs: 30_000, count: 1, what: 'entry' });
    budget.end('b', 30_000, 'answered');
    expect([budget.free(32_000, 'entry'), budget.nextFreeMs('entry')]).toEqual([0, 60_000]);
    expect([budget.free(59_999, 'entry'), budget.free(60_000, 'entry')]).toEqual([0, 2]);
    expect(budget.free(90_000, 'entry')).toBe(3);
  });

  it('does not count an entry that never left', () => {
    const budget = new MessageBudget({ ...LIMITS, ordersPerMinuteMax: 1 });
    budget.send('a', { nowMs: 0, count: 1, what: 'entry' });
    budget.end('a', 0, 'never-left');
    expect(budget.free(0, 'entry')).toBe(1);
  });
});

it('has nothing left, never less, for what repeats itself', () => {
  const budget = new MessageBudget(LIMITS);
  budget.send('a', { nowMs: 0, count: 6, what: 'steady' });
  expect(free(budget)).toEqual([4, 0, 0]);
});

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
