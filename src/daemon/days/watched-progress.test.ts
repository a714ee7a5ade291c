import { expect, it } from 'vitest';

import { type AccountStanding } from '../account-board.ts';
import { WatchedProgress } from './watched-progress.ts';

function aProgress(state: AccountStanding['state']) {
  let realMs = 0;
  const progress = new WatchedProgress(() => realMs);
  progress.stand(state);
  return {
    progress,
    after: (ms: number): boolean => {
      realMs += ms;
      return progress.isMade(60_000);
    },
  };
}

it.each(['waiting', 'trading'] as const)('%s, it is over once the beats stop', (state) => {
  const { progress, after } = aProgress(state);
  expect(after(59_000)).toBe(true);
  progress.beat();
  expect(after(59_000)).toBe(true);
  expect(after(2_000)).toBe(false);
  progress.beat();
  expect(after(1_000)).toBe(true);
});

it.each(['opening', 'closing'] as const)('%s, it may take a while, and not for ever', (state) => {
  const { after } = aProgress(state);
  expect(after(12 * 60_000)).toBe(true);
  expect(after(4 * 60_000)).toBe(false);
});
