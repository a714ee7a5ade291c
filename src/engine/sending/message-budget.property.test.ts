import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type CallEnd, MessageBudget, type MessageClass } from './message-budget.ts';

const DEADLINE_MS = 10_000;
const LIMITS = { messagesPerSecondMax: 8, messagesKeptForExits: 2, ordersPerMinuteMax: 20 };

const classes = fc.constantFrom<MessageClass>('urgent', 'steady', 'entry');
const asked = fc.array(
  fc.record({
    waitMs: fc.nat(1_500),
    count: fc.integer({ min: 1, max: 12 }),
    what: classes,
    arrivesAfterMs: fc.nat(DEADLINE_MS),
    answeredAfterMs: fc.nat(DEADLINE_MS),
    how: fc.constantFrom<CallEnd>('answered', 'answered', 'unanswered', 'never-left'),
  }),
  { maxLength: 60 },
);

interface Out {
  readonly attemptId: string;
  readonly endsAtMs: number;
  readonly how: CallEnd;
}

/** Most of the instants within any span of that length. */
function mostWithin(instantsMs: readonly number[], spanMs: number): number {
  const counts = instantsMs.map(
    (fromMs) => instantsMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + spanMs).length,
  );
  return Math.max(0, ...counts);
}

function endAllBefore(budget: MessageBudget, out: Out[], nowMs: number): Out[] {
  const isOver = ({ endsAtMs }: Out): boolean => endsAtMs <= nowMs;
  for (const { attemptId, endsAtMs, how } of out.filter(isOver)) {
    budget.end(attemptId, endsAtMs, how);
  }
  return out.filter((call) => !isOver(call));
}

it('never lets more than the limit arrive in a second, whatever the delays up to the deadline', () => {
  fc.assert(
    fc.property(asked, (calls) => {
      const budget = new MessageBudget(LIMITS);
      const arrivedAtMs: number[] = [];
      const entriesAtMs: number[] = [];
      let out: Out[] = [];
      let nowMs = 0;
      calls.forEach(({ waitMs, count, what, arrivesAfterMs, answeredAfterMs, how }, index) => {
        nowMs += waitMs;
        out = endAllBefore(budget, out, nowMs);
        const free = Math.min(count, budget.free(nowMs, what));
        if (free === 0) return;
        const attemptId = String(index);
        budget.send(attemptId, { nowMs, count: free, what });
        const afterMs = how === 'unanswered' ? DEADLINE_MS : answeredAfterMs;
        out.push({ attemptId, endsAtMs: nowMs + afterMs, how });
        if (how === 'never-left') return;
        // Whatever was answered had arrived; what was given up arrives a second later at most.
        const lateMs = how === 'unanswered' ? 1_000 : 0;
        const arrivesMs = nowMs + Math.min(arrivesAfterMs, afterMs) + (arrivesAfterMs % 2) * lateMs;
        arrivedAtMs.push(...Array.from({ length: free }, () => arrivesMs));
        if (what === 'entry') entriesAtMs.push(...Array.from({ length: free }, () => nowMs));
      });
      expect(mostWithin(arrivedAtMs, 1_000)).toBeLessThanOrEqual(8);
      expect(mostWithin(entriesAtMs, 60_000)).toBeLessThanOrEqual(20);
    }),
  );
});

/** Messages that leave in half a minute when every one is asked for as soon as may be and answered after a while. */
function throughput(answeredAfterMs: number): number {
  const budget = new MessageBudget({ ...LIMITS, ordersPerMinuteMax: null });
  let out: Out[] = [];
  let sent = 0;
  for (let nowMs = 0; nowMs < 30_000; nowMs += 10) {
    out = endAllBefore(budget, out, nowMs);
    const count = budget.free(nowMs, 'urgent');
    if (count === 0) continue;
    const attemptId = String(nowMs);
    budget.send(attemptId, { nowMs, count, what: 'urgent' });
    out.push({ attemptId, endsAtMs: nowMs + answeredAfterMs, how: 'answered' });
    sent += count;
  }
  return sent / 30;
}

describe('a line in order', () => {
  it.each([
    [0, 7.9],
    [50, 7.5],
    [200, 6.6],
  ])('that answers within %i ms carries %d messages a second', (answeredAfterMs, min) => {
    expect(throughput(answeredAfterMs)).toBeGreaterThanOrEqual(min);
  });
});

describe('the classes', () => {
  it('leave each other what is theirs', () => {
    const budget = new MessageBudget({ ...LIMITS, ordersPerMinuteMax: 10 });
    const frees = (nowMs: number): readonly number[] =>
      (['urgent', 'steady', 'entry'] as const).map((what) => budget.free(nowMs, what));
    expect(frees(0)).toEqual([8, 5, 6]);
    budget.send('a', { nowMs: 0, count: 5, what: 'steady' });
    expect(frees(0)).toEqual([3, 0, 1]);
    budget.send('b', { nowMs: 0, count: 1, what: 'entry' });
    expect(frees(0)).toEqual([2, 0, 0]);
    expect(budget.nextFreeMs('entry')).toBeNull();
    budget.end('b', 100, 'answered');
    expect(budget.nextFreeMs('entry')).toBe(1_100);
    expect(frees(1_099)).toEqual([2, 0, 0]);
    expect(frees(1_100)).toEqual([3, 0, 1]);
    budget.send('c', { nowMs: 1_100, count: 1, what: 'entry' });
    budget.end('c', 1_200, 'never-left');
    expect(frees(1_200)).toEqual([3, 0, 1]);
    budget.end('a', 5_000, 'unanswered');
    expect(frees(6_999)).toEqual([3, 0, 1]);
    expect(frees(7_000)).toEqual([8, 5, 6]);
  });

  it('keep to the entries of a minute, of those that left', () => {
    const budget = new MessageBudget({ ...LIMITS, ordersPerMinuteMax: 6 });
    budget.send('a', { nowMs: 0, count: 6, what: 'entry' });
    budget.end('a', 0, 'answered');
    expect([budget.free(1_000, 'entry'), budget.nextFreeMs('entry')]).toEqual([0, 60_000]);
    expect(budget.free(60_000, 'entry')).toBe(6);
    budget.send('b', { nowMs: 60_000, count: 6, what: 'entry' });
    budget.end('b', 60_000, 'never-left');
    expect(budget.free(60_000, 'entry')).toBe(6);
  });

  it('each may use one where there is next to nothing', () => {
    const budget = new MessageBudget({ ...LIMITS, messagesPerSecondMax: 1 });
    expect([budget.free(0, 'urgent'), budget.free(0, 'steady'), budget.free(0, 'entry')]).toEqual([
      1, 1, 1,
    ]);
  });
});
