import { expect, it } from 'vitest';

import { advanceRun, type HostedRun, isMissed } from './hosted-run.ts';
import { header, QUIET } from './testing/quiet-run.ts';

it.each([
  [null, 99_000, false],
  [1_000, 6_000, false],
  [1_000, 6_001, true],
  [1_000, 500, false],
])('what was due at %o is missed at %i: %s', (dueMs, nowMs, wasMissed) => {
  expect(isMissed(dueMs, nowMs)).toBe(wasMissed);
});

it.each([
  [6_000, 'in time'],
  [6_001, 'missed'],
])('a moment of a run, due at 1000, is passed at %i as %s', (nowMs, how) => {
  const ways: string[] = [];
  const pass = (way: string) => () => {
    ways.push(way);
    return QUIET;
  };
  const run: HostedRun = {
    header,
    start: () => QUIET,
    deliver: () => QUIET,
    advanceTo: pass('in time'),
    passGap: pass('missed'),
    fail: () => QUIET,
    whenOutside: () => undefined,
    nextTimerMs: () => 1_000,
    nextPriceMs: () => null,
    stop: () => undefined,
  };
  advanceRun(run, nowMs);
  expect(ways).toEqual([how]);
});
