import fc from 'fast-check';
import { expect, it } from 'vitest';

import { createStepDay, stepTimes } from './index-path.ts';

const starts = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 60 });

function dayOf(startsMs: readonly number[]): ReturnType<typeof createStepDay> {
  return createStepDay({
    date: '2026-11-20',
    referencePaise: 100,
    volatility: null,
    times: stepTimes(startsMs),
    levelsPaise: Int32Array.from(startsMs, (_, step) => 100 + step),
  });
}

it('finds the step that holds, whatever was asked before', () => {
  fc.assert(
    fc.property(starts, fc.array(fc.integer({ min: -10, max: 5100 })), (unsorted, instants) => {
      const sorted = unsorted.toSorted((a, b) => a - b);
      const day = dayOf(sorted);
      for (const atMs of instants) {
        expect(day.stepAt(atMs)).toBe(sorted.findLastIndex((startMs) => startMs <= atMs));
        expect(day.nextChangeMs(atMs)).toBe(sorted.find((startMs) => startMs > atMs) ?? null);
      }
    }),
  );
});

it('has no level before its first step and keeps the last one after its last', () => {
  const day = dayOf([1000, 2000]);
  expect(day.levelPaise(day.stepAt(999))).toBeNull();
  expect(day.levelPaise(day.stepAt(1_000_000))).toBe(101);
});

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
