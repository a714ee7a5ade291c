import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { loadStrategy } from '../../loading/load-strategy.ts';
import { planRuns } from '../../loading/planned-run.ts';
import { isIsolated, openStrategyHost, type StrategyHostOptions } from './open-strategy-host.ts';

/** Its source says in which process it is open, and no more. */
const SAYS_ITS_PROCESS = `import { ignoreElements, NEVER, startWith } from 'rxjs';
import { defineSource, defineStrategy } from 'sauda';

const own = defineSource({ name: 'own', open: () => NEVER.pipe(startWith(process.pid)) });
export default defineStrategy({
  name: 'listens',
  sources: [own],
  run: ({ from }) => from(own).pipe(ignoreElements()),
});
`;

describe('where strategies run', () => {
  it.each([
    [null, { kind: 'wall', speed: 1 }, true],
    [null, { kind: 'wall', speed: 60 }, false],
    ['process', { kind: 'wall', speed: 60 }, true],
    ['none', { kind: 'wall', speed: 1 }, false],
    ['process', { kind: 'paced', speed: 1 }, false],
  ] as const)(
    'with isolation %s and a clock of %o: in a process of their own: %s',
    (isolation, time, is) => {
      expect(isIsolated({ isolation }, time)).toBe(is);
    },
  );
});

it('counts the processes of inputs while they are open, and how often one was opened again', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-own-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const path = join(directory, 'listens.js');
  writeFileSync(path, SAYS_ITS_PROCESS);
  const strategies = [valueOf(await loadStrategy(path))];
  const day = { date: '2026-10-30', mode: 'paper', account: 'default', seed: '1' } as const;
  const [run] = planRuns({ strategies, ...day });
  const hiding = { file: null, stateDirectory: directory, secretFiles: [] };
  const settings = { ...hiding, isolation: 'process', privateHosts: [], api: { port: null } };
  const { openSources, sourceProcesses } = openStrategyHost({
    ...{ settings, strategies, time: { kind: 'wall', speed: 1 } },
    trading: () => expect.unreachable(),
  } as unknown as StrategyHostOptions);
  if (run === undefined || openSources === undefined) throw new TypeError('Not isolated');
  const pids: number[] = [];
  const close = openSources(run, {
    warn: () => undefined,
    onValue: (_, pid) => pids.push(Number(pid)),
  });
  const opened = (times: number): Promise<void> =>
    vi.waitFor(() => {
      expect(pids).toHaveLength(times);
    }, 20_000);
  await opened(1);
  expect(sourceProcesses?.()).toMatchObject({ count: 1, restarts: 0 });
  expect(sourceProcesses?.().residentBytes).toBeGreaterThan(1_000_000);
  process.kill(pids[0] ?? NaN, 'SIGKILL');
  await opened(2);
  expect(sourceProcesses?.()).toMatchObject({ count: 1, restarts: 1 });
  close();
  expect(sourceProcesses?.()).toEqual({ count: 0, residentBytes: 0, restarts: 1 });
}, 60_000);
