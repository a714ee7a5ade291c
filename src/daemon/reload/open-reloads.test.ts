import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { type ToldNotice } from '../../notices/told-notice.ts';
import { openReloads } from './open-reloads.ts';

type Args = Parameters<typeof openReloads>;

it('tells who saves a strategy that runs in the program itself what lets saved files take over', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-reloads-'));
  const path = join(directory, 'straddle.js');
  writeFileSync(path, '// one');
  const told: ToldNotice[] = [];
  const header = { runId: 'straddle@2026-11-27/paper', strategy: 'straddle' };
  const trading = {
    planned: [{ header, loaded: { path, imports: [] } }],
    reloads: { areOffered: false },
    note: (notice: ToldNotice) => told.push(notice),
  };
  const hiding = { file: null, stateDirectory: '/nowhere', secretFiles: [] };
  const settings = { ...hiding, mode: 'paper', reload: { onSave: true, isAllowedInLive: false } };
  const time = { kind: 'wall', clock: { nowMs: () => 0 } };
  const day = { trading, venue: { time }, sources: null, shadow: null };
  const reloads = openReloads({ settings } as unknown as Args[0], day as unknown as Args[1]);
  onTestFinished(() => {
    reloads.end();
    rmSync(directory, { recursive: true });
  });
  reloads.begin();
  writeFileSync(path, '// another');
  await vi.waitFor(
    () => {
      expect(told).toHaveLength(1);
    },
    { timeout: 10_000 },
  );
  const detail = expect.stringContaining('set "isolation: process" and restart') as string;
  expect(told[0]).toMatchObject({ code: 'reload-refused', facts: { why: 'not-isolated', detail } });
}, 15_000);
