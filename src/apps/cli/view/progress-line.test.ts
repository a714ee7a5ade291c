import { expect, test } from 'vitest';

import { progressLine } from './progress-meter.ts';

test('shows days done, rate and time left', () => {
  expect(progressLine({ done: 50, total: 200, lately: { done: 50, elapsedMs: 2_000 } })).toBe(
    '██████░░░░░░░░░░░░░░░░░░  50/200 days  25/s  6 s left',
  );
});

test('says nothing about the time left before the first day is done', () => {
  expect(progressLine({ done: 0, total: 200, lately: { done: 0, elapsedMs: 0 } })).toMatch(
    /0\/200 days {2}0\.0\/s$/,
  );
});

test('tells the time left by the pace of late', () => {
  const lately = { done: 5, elapsedMs: 1_000 };
  expect(progressLine({ done: 900, total: 1_000, lately })).toMatch(/5\.0\/s {2}20 s left$/);
});
