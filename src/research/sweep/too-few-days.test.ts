import { expect, test } from 'vitest';

import { type SweepSplit } from '../../results/sweep/sweep-result.ts';
import { tooFewFor } from './sweep.ts';

function walk(
  chooseDays: number,
  judgeDays: number,
): Extract<SweepSplit, { kind: 'walk-forward' }> {
  return { kind: 'walk-forward', chooseDays, judgeDays };
}

test.each([
  [walk(60, 20), 40, '20d/10d'],
  [walk(60, 5), 40, '20d/5d'],
  [walk(2, 1), 2, '1d/1d'],
])('%j on %d days is told a split that they are enough for: %s', (split, days, fits) => {
  const [problem] = tooFewFor(split, days);
  expect(problem?.next).toContain(`--walk-forward ${fits}`);
  const [choosing = 0, judging = 0] = fits.split('/').map((text) => Number.parseInt(text, 10));
  expect(tooFewFor(walk(choosing, judging), days)).toEqual([]);
});

test('one day is too few for any split', () => {
  expect(tooFewFor(walk(60, 20), 1)[0]?.next).toBe('Give it prices of more days');
});
