import fc from 'fast-check';
import { expect, it } from 'vitest';

import { createStepDay } from './step-day.ts';
import { stepTimes } from './step-times.ts';

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
