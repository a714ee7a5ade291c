import { afterEach, expect, it } from 'vitest';

import { runDay } from '../../src/daemon/run-day.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type ToldNotice } from '../../src/notices/told-notice.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { type Settings } from '../../src/settings/settings.ts';
import { serveStandalone } from '../../src/venues/serve-simulator.ts';
import { valueOf } from '../support/simulated-day.ts';

/** On loopback; nothing listens there. */
const NOTHING = 'http://127.0.0.1:1';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function settingsAt(at: string, auth?: string): Promise<Settings> {
  const [date = '', time = ''] = at.split('T');
  const startAtMs = instantAt(date, time);
  const world = { startAtMs, speed: 1, seed: 'first', pricesPath: null, underlying: null };
  const simulator = valueOf(await serveStandalone(world));
  closing.push(simulator.close);
  const hosts = { ...simulator.addresses, ...(auth === undefined ? {} : { auth }) };
  const text = [
    'mode: paper',
    `platform: {hosts: ${JSON.stringify(hosts)}, credentials: {phoneNumber: {env: PHONE}, password: {env: WORD}}}`,
    'prices: simulator',
    `simulator: {at: ${at}, speed: 1}`,
  ].join('\n');
  return valueOf(
    settingsFromText(text, {
      environment: { PHONE: simulator.credentials.phoneNumber, WORD: 'wrong' },
      workingDirectory: import.meta.dirname,
      file: null,
      shownFile: 'test',
    }),
  );
}

it('waits for a platform that cannot be reached, says so, and ends at the signal', async () => {
  const ending = new AbortController();
  const told: ToldNotice[] = [];
  const ran = await runDay({
    settings: await settingsAt('2026-10-30T09:18', NOTHING),
    strategies: [],
    signal: ending.signal,
    onNotice: (notice) => {
      told.push(notice);
      ending.abort();
    },
  });
  expect(told).toMatchObject([{ severity: 'warning', code: 'login-fails' }]);
  expect(ran).toMatchObject({ error: { kind: 'platform-unavailable' } });
});

it('ends at once where the login is refused', async () => {
  const told: ToldNotice[] = [];
  const ran = await runDay({
    settings: await settingsAt('2026-10-30T09:18'),
    strategies: [],
    onNotice: (notice) => told.push(notice),
  });
  expect(ran).toMatchObject({ error: { kind: 'authentication' } });
  expect(told).toEqual([]);
});

it.each([
  ['a Sunday', '2026-11-01T10:00'],
  ['an evening', '2026-10-30T18:00'],
])('on %s no login is made: credentials that are wrong are not even tried', async (_, at) => {
  const ran = await runDay({ settings: await settingsAt(at), strategies: [] });
  expect(ran).toMatchObject({ error: { kind: 'outside-window' } });
});
