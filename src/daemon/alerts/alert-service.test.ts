import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { AlertRig, untilAborted } from '../../../test/support/alert-rig.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { AlertFiles } from './alert-files.ts';
import { type AlertChannel } from './channel-queue.ts';

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

it('delivers at the next start at once what an earlier process had not delivered when it was killed', async () => {
  const journal = join(directory, 'killed.journal');
  const asked: string[] = [];
  const hangs: AlertChannel = {
    ...{ name: 'desk', severity: 'info', quietHours: null },
    notifier: {
      send: ({ code }) => {
        asked.push(code);
        return new Promise(() => undefined);
      },
    },
  };
  const killed = new AlertRig({ files: new AlertFiles(journal), channels: [hangs] });
  killed.openDay();
  killed.engine.fresh();
  killed.over = HALTED;
  await killed.after(0);
  expect(asked).toEqual(['halted']);
  // It is never closed: as after a kill, only what it wrote is left.
  const next = new AlertRig({ files: new AlertFiles(journal) });
  next.engine.nowMs = killed.engine.nowMs + 1_000;
  expect(await next.after(0)).toEqual(['fired halted']);
  await next.service.close();
  expect(new AlertFiles(journal).read()).toMatchObject({ undelivered: [] });
  const third = new AlertRig({ files: new AlertFiles(journal) });
  expect(await third.after(0)).toEqual([]);
});

it('keeps what a channel did not take in time when it is closed', async () => {
  const journal = join(directory, 'closed.journal');
  const hangs = (): Promise<never> => new Promise(() => undefined);
  const channel = { name: 'desk', severity: 'info', quietHours: null, notifier: { send: hangs } };
  const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    ms === 5_000 ? Promise.resolve() : untilAborted(ms, signal);
  const rig = new AlertRig({
    files: new AlertFiles(journal),
    channels: [channel as AlertChannel],
    wait,
  });
  rig.openDay();
  rig.engine.fresh();
  rig.over = HALTED;
  await rig.after(0);
  await rig.service.close();
  const next = new AlertRig({ files: new AlertFiles(journal) });
  expect(await next.after(0)).toEqual(['fired halted']);
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
