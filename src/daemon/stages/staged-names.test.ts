import { expect, it } from 'vitest';

import { loadAll, shipped } from '../../../test/support/simulated-day.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { planRuns } from '../../loading/planned-run.ts';
import { armedStrategies } from '../arming/arming-file.ts';
import { splitStages } from './split-stages.ts';

it('arms a run by its own code where another of its name runs in shadow', async () => {
  const [loaded] = await loadAll([shipped('short-straddle.yaml')]);
  if (loaded === undefined) throw new TypeError('One was loaded');
  const first: LoadedStrategy = { ...loaded, sourceHash: 'first', goal: 'shadow' };
  const second: LoadedStrategy = { ...loaded, sourceHash: 'second' };
  const begun = { live: new Set<string>(), shadow: new Set<string>() };
  const { live } = splitStages([first, second], { stageOf: () => 'shadow', begun });
  const common = { date: '2026-10-30', mode: 'live', account: 'a', seed: 's' } as const;
  const runs = planRuns({ ...common, strategies: live }).map(({ header }) => header.runId);
  // The live runs by themselves: what a day arms.
  const byRun = armedStrategies(live).map(({ name, sourceHash }) => [name, sourceHash]);
  expect(byRun).toEqual([['short-straddle#2', 'second']]);
  expect(runs).toEqual(['short-straddle#2@2026-10-30/live']);
  // All together: what an operator arms.
  const armed = armedStrategies([first, second]).map(({ name, sourceHash }) => [name, sourceHash]);
  expect(armed).toContainEqual(byRun[0]);
});
