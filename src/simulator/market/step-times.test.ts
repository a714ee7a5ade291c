import { expect, it } from 'vitest';

import { stepTimes } from './step-times.ts';

const MONDAY_MS = 1_700_000_040_000;
const DAY_MS = 86_400_000;
const monday = stepTimes([0, 15_000, 35_000].map((ms) => MONDAY_MS + ms));

it('shares the times of days that lie alike', () => {
  const tuesday = stepTimes(
    [0, 15_000, 35_000].map((ms) => MONDAY_MS + DAY_MS + ms),
    monday.offsetsMs,
  );
  expect(tuesday.fromMs).toBe(MONDAY_MS + DAY_MS);
  expect(tuesday.offsetsMs).toBe(monday.offsetsMs);
});

it.each([
  ['at another time', [0, 15_000, 36_000]],
  ['fewer', [0, 15_000]],
  ['more', [0, 15_000, 35_000, 59_000]],
  ['none', []],
])('keeps steps that begin %s for themselves', (_how, offsets) => {
  const starts = offsets.map((ms) => MONDAY_MS + ms);
  expect([...stepTimes(starts, monday.offsetsMs).offsetsMs]).toEqual(offsets);
});
