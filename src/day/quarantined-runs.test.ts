import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { DATE } from '../../test/support/engine-rig.ts';
import { loadAll, shipped } from '../../test/support/simulated-day.ts';
import { planRuns } from '../loading/planned-run.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { QuarantinedRuns } from './quarantined-runs.ts';
import { Quarantine } from './quarantine.ts';

it('an adopted run is reported as lifted, and its code may run from the next start on', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-lifted-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const strategies = await loadAll([shipped('short-straddle.yaml')]);
  const day = { date: DATE, mode: 'paper', account: 'default', seed: '1' } as const;
  const planned = planRuns({ strategies, ...day });
  const [run] = planned;
  if (run === undefined) throw new TypeError('One was planned');
  const { runId } = run.header;
  const { path, sourceHash } = run.loaded;
  /** The runs of a process that starts now. */
  const start = (): QuarantinedRuns =>
    new QuarantinedRuns({ quarantine: new Quarantine(directory) }, planned);
  const release = (how: 'adopt' | 'stop'): OperatorRequest => {
    return { action: 'release', runId, how, reason: 'looked at it' };
  };

  const innocent = start();
  expect(innocent.judge(runId, path)).toBeNull();
  expect(innocent.lift(release('adopt'), 1)).toBeNull();

  new Quarantine(directory).convict(runId, { path, sourceHash });
  const held = start();
  expect(held.judge(runId, path)).toContain('ended its process');
  expect(held.lift(release('stop'), 2)).toBeNull();
  expect(start().judge(runId, path)).not.toBeNull();
  expect(held.lift(release('adopt'), 3)).toMatchObject({ code: 'quarantine-lifted', runId });
  expect(start().judge(runId, path)).toBeNull();
});
