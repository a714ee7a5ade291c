import { expect, it } from 'vitest';

import { DayGaps } from './day-gaps.ts';

it('knows when the program was down and when it stood still, and nothing of what else happens', () => {
  const gaps = new DayGaps();
  gaps.take({ kind: 'time-passed', atMs: 1 });
  gaps.take({ kind: 'restarted', lastAtMs: 2, atMs: 9 });
  gaps.take({ kind: 'stalled', fromMs: 10, atMs: 20 });
  expect(gaps.all).toEqual([
    { why: 'down', fromMs: 2, untilMs: 9 },
    { why: 'stalled', fromMs: 10, untilMs: 20 },
  ]);
});
