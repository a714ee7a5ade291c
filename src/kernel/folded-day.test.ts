import { expect, it } from 'vitest';

import { advanceCall, isMissed } from './folded-day.ts';

it.each([
  [null, 99_000, false],
  [1_000, 6_000, false],
  [1_000, 6_001, true],
  [1_000, 500, false],
])('what was due at %o is missed at %i: %s', (dueMs, nowMs, wasMissed) => {
  expect(isMissed(dueMs, nowMs)).toBe(wasMissed);
});

it.each([
  [6_000, 'advance'],
  [6_001, 'pass-gap'],
])('a moment of a run, due at 1000, is passed at %i by %s', (atMs, kind) => {
  expect(advanceCall(1_000, atMs)).toEqual({ kind, atMs });
});
