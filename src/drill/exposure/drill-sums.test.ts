import { expect, it } from 'vitest';

import { aRun } from '../../../test/support/engine-rig.ts';
import { addRuns, type StrategySum } from './drill-sums.ts';
import { StrategyTally } from './strategy-tally.ts';

it('tells of a strategy that fails, and whether it was made to', () => {
  const sums = new Map<string, StrategySum>();
  const run = aRun();
  for (const [seed, canMisbehave] of [
    [7, true],
    [8, false],
  ] as const) {
    const tally = new StrategyTally();
    tally.take({ event: { kind: 'run-started', atMs: 1, run }, effects: [] });
    const ended = { kind: 'run-ended', atMs: 2, runId: run.runId, how: 'failed' } as const;
    tally.take({ event: { ...ended, detail: 'boom' }, effects: [] });
    addRuns(sums, seed, { runs: tally.days(), canMisbehave });
  }
  expect(sums.get(run.strategy)).toMatchObject({
    days: 2,
    daysWithOrders: 0,
    daysFailed: 2,
    daysFailedByItself: 1,
    firstFailure: { seed: 7, message: 'boom' },
  });
});
