import { expect, it } from 'vitest';

import { aRun } from '../../../test/support/engine-rig.ts';
import { StrategySums } from './drill-sums.ts';
import { StrategyTally } from './strategy-tally.ts';

it('tells of a strategy that fails, and whether it was made to', () => {
  const sums = new StrategySums();
  const run = aRun();
  for (const [seed, canMisbehave] of [
    [7, true],
    [8, false],
  ] as const) {
    const tally = new StrategyTally();
    tally.take({ event: { kind: 'run-started', atMs: 1, run }, effects: [] });
    const ended = { kind: 'run-ended', atMs: 2, runId: run.runId, how: 'failed' } as const;
    tally.take({ event: { ...ended, detail: 'boom' }, effects: [] });
    sums.take(seed, { runs: tally.days(), canMisbehave });
  }
  expect(sums.all[run.strategy]).toMatchObject({
    days: 2,
    daysWithOrders: 0,
    daysFailed: 2,
    daysFailedByItself: 1,
    firstFailure: { seed: 7, message: 'boom' },
  });
});
