import fc from 'fast-check';
import { expect, it } from 'vitest';

import { MessageBudget } from './message-budget.ts';

const asked = fc.array(
  fc.record({
    waitMs: fc.nat(700),
    count: fc.integer({ min: 1, max: 12 }),
    isEntry: fc.boolean(),
    delayMs: fc.nat(250),
  }),
  { maxLength: 60 },
);

/** Most of the instants within any span of that length. */
function mostWithin(instantsMs: readonly number[], spanMs: number): number {
  const counts = instantsMs.map(
    (fromMs) => instantsMs.filter((atMs) => atMs >= fromMs && atMs < fromMs + spanMs).length,
  );
  return Math.max(0, ...counts);
}

it('never lets more than ten arrive in a second, whatever the delays up to 250 ms', () => {
  fc.assert(
    fc.property(asked, (messages) => {
      const budget = new MessageBudget({
        messagesPerSecondMax: 10,
        messagesKeptForExits: 2,
        ordersPerMinuteMax: 20,
      });
      const arrivedAtMs: number[] = [];
      const entriesAtMs: number[] = [];
      let nowMs = 0;
      for (const { waitMs, count, isEntry, delayMs } of messages) {
        nowMs += waitMs;
        const free = Math.min(count, budget.free(nowMs, isEntry));
        budget.spend(nowMs, free, isEntry);
        for (let sent = 0; sent < free; sent += 1) arrivedAtMs.push(nowMs + delayMs);
        for (let sent = 0; sent < (isEntry ? free : 0); sent += 1) entriesAtMs.push(nowMs);
      }
      expect(mostWithin(arrivedAtMs, 1_000)).toBeLessThanOrEqual(10);
      expect(mostWithin(entriesAtMs, 60_000)).toBeLessThanOrEqual(20);
    }),
  );
});

it('keeps room for exits while entries press, and says when more may leave', () => {
  const limits = { messagesPerSecondMax: 8, messagesKeptForExits: 2, ordersPerMinuteMax: 10 };
  const budget = new MessageBudget(limits);
  expect(budget.free(0, true)).toBe(6);
  budget.spend(0, 6, true);
  expect([budget.free(0, true), budget.free(0, false)]).toEqual([0, 2]);
  expect(budget.nextFreeMs(true)).toBe(1_250);
  expect(budget.free(1_250, true)).toBe(4);
  budget.spend(1_250, 4, true);
  expect(budget.free(2_500, true)).toBe(0);
  expect(budget.free(2_500, false)).toBe(8);
  expect(budget.nextFreeMs(true)).toBe(60_000);
  expect(budget.free(60_000, true)).toBe(6);
});
