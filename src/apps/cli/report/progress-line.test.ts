import { expect, test } from 'vitest';

import { progressLine } from './progress-line.ts';

test('shows days done, rate and time left', () => {
  expect(progressLine({ done: 50, total: 200, elapsedMs: 2_000 })).toBe(
    '██████░░░░░░░░░░░░░░░░░░  50/200 days  25/s  6 s left',
  );
});

test('says nothing about the time left before the first day is done', () => {
  expect(progressLine({ done: 0, total: 200, elapsedMs: 0 })).toMatch(/0\/200 days {2}0\.0\/s$/);
});
