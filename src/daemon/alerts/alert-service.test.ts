import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { AlertRig } from '../../../test/support/alert-rig.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { AlertFiles } from './alert-files.ts';

const MINUTE_MS = 60_000;
const directory = mkdtempSync(join(tmpdir(), 'sauda-alerts-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const HALTED = {
  halt: { state: 'halted', by: 'operator', reason: 'prices', sinceMs: 0 },
} as Partial<EngineView>;

function openRig(files: AlertFiles, nowMs?: number): AlertRig {
  const rig = new AlertRig({ files });
  if (nowMs !== undefined) rig.engine.nowMs = nowMs;
  rig.openDay();
  rig.engine.fresh();
  rig.over = HALTED;
  return rig;
}

it('sends nothing again after a restart, and keeps what was acknowledged', async () => {
  const journal = join(directory, 'restart.journal');
  const first = openRig(new AlertFiles(journal));
  expect(await first.after(0)).toEqual(['fired halted']);
  await first.service.close();
  const second = openRig(new AlertFiles(journal), first.engine.nowMs + MINUTE_MS);
  expect(await second.after(0)).toEqual([]);
  new AlertFiles(journal).leaveAck({ id: 'a1', reason: 'at it' });
  expect(await second.after(0)).toEqual([]);
  await second.service.close();
  const third = openRig(new AlertFiles(journal), second.engine.nowMs + 30 * MINUTE_MS);
  third.engine.fresh();
  expect(await third.after(0)).toEqual([]);
  expect(third.service.standing).toMatchObject([
    { id: 'a1', state: 'acknowledged', acknowledged: { reason: 'at it' } },
  ]);
  third.over = {};
  expect(await third.after(0)).toEqual(['cleared halted']);
  const { mode } = statSync(join(`${journal}.control`, 'alerts.json'));
  expect((mode & 0o777).toString(8)).toBe('600');
});

it('calls the dead-man address while it is well, and not while the orders are stale or the day is late', async () => {
  let pings = 0;
  const ping = () => {
    pings += 1;
    return Promise.resolve({ ok: true, value: null } as const);
  };
  const rig = new AlertRig({ deadMan: { ping, everyMs: MINUTE_MS } });
  expect(pings).toBe(1);
  rig.openDay();
  rig.engine.fresh();
  await rig.after(MINUTE_MS);
  rig.engine.fresh();
  await rig.after(0);
  expect(pings).toBe(2);
  await rig.after(45_000);
  await rig.after(45_000);
  expect(await rig.after(45_000)).toEqual([]);
  expect(pings).toBe(2);
  rig.engine.fresh();
  await rig.after(0);
  expect(pings).toBe(3);
});

it('sends what waits when it is closed', async () => {
  const rig = new AlertRig();
  rig.openDay();
  rig.engine.fresh();
  rig.over = HALTED;
  rig.closeDay();
  await rig.service.close();
  expect(rig.sent.map(({ code }) => code)).toEqual(['halted']);
});

it('throws into no one when the books cannot be read, and says so', async () => {
  const rig = new AlertRig();
  rig.openDay();
  rig.engine.fresh();
  rig.over = { intents: null } as unknown as Partial<EngineView>;
  await rig.after(0);
  rig.over = {};
  expect(rig.service.standing.map(({ key }) => key)).toEqual(['channel-fails alerts']);
  await rig.after(0);
  expect(rig.service.standing).toEqual([]);
});
