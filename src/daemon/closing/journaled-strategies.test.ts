import { expect, it } from 'vitest';

import { loadAll, shipped } from '../../../test/support/simulated-day.ts';
import { type DescribedRun } from '../../day/reload/runs-of-day.ts';
import { plain } from '../../loading/planned-run.ts';
import { journaledStrategies } from './journaled-strategies.ts';

it('a strategy is what ran only with its source and its parameters', async () => {
  const [loaded] = await loadAll([shipped('short-straddle.yaml')]);
  if (loaded === undefined) throw new TypeError('One was loaded');
  const about = { sourceHash: loaded.sourceHash, params: plain(loaded.params) };
  const header = { runId: `${loaded.strategy.name}@2026-10-30/live` };
  const run = { header, about } as DescribedRun;
  const sameNow = (now: object): number =>
    journaledStrategies([{ ...loaded, ...now }], [run]).same.length;
  expect(sameNow({})).toBe(1);
  expect(sameNow({ sourceHash: 'another' })).toBe(0);
  expect(sameNow({ params: { lots: 2 } })).toBe(0);
  expect(journaledStrategies([{ ...loaded, sourceHash: 'another' }], [run]).changed).toEqual([run]);
});
