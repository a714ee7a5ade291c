import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnceAndFlat } from './expect-orderly.ts';
import { HangingLine } from './hanging-line.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const STOP_MS_MAX = 10_000;
/** An hour and a half in 36 s: each of six lives of the daemon has time to start on a busy machine. */
const SPEED = 150;
const SHORT = { from: '09:15', to: '10:45' };
const CALENDAR = {
  specialSessions: [{ date: '2026-10-30', name: 'Short', kind: 'full', sessions: [SHORT] }],
};

/** Asks it to end once it stands so, and expects that it does in time. */
async function stopsAt(daemon: SaudaProcess, state: string): Promise<void> {
  await daemon.until(`it is ${state}`, () => daemon.out.includes(`"state":"${state}"`));
  await stops(daemon);
}

async function stops(daemon: SaudaProcess): Promise<void> {
  const askedMs = performance.now();
  daemon.signal('SIGTERM');
  await daemon.ended();
  expect(performance.now() - askedMs).toBeLessThan(STOP_MS_MAX);
}

test('ends within 10 s while a login or its polls hang, and as it closes; a kill in between loses no order', async () => {
  await using rehearsal = new Rehearsal({
    strategies: [`{path: ${ROUND_TRIPS}, params: {from: '09:17', to: '10:25'}}`],
    config: `calendar: ${JSON.stringify(CALENDAR)}`,
  });
  const at = '2026-10-30T09:05';
  const platform = await openRecorded(rehearsal, { at, speed: SPEED, calendar: CALENDAR });
  const met = JSON.parse(readFileSync(join(rehearsal.directory, 'sim.json'), 'utf8')) as {
    readonly orders: string;
    readonly auth: string;
  };
  const [auth, orders] = [await HangingLine.open(met.auth), await HangingLine.open(met.orders)];
  await using login = auth.line;
  await using polls = orders.line;
  rehearsal.meet(JSON.stringify({ ...met, auth: auth.address, orders: orders.address }));
  const start = (): SaudaProcess =>
    rehearsal.start(['daemon', '--sim', 'sim.json', '--json', '--begin-anew', 'test']);
  const placed = (): number => platform.orders().length;

  login.hang();
  const hanging = start();
  await hanging.until('its login hangs', () => login.swallowed > 0);
  await stopsAt(hanging, 'opening');

  const forced = start();
  const askedBefore = login.swallowed;
  await forced.until('its login hangs', () => login.swallowed > askedBefore);
  forced.signal('SIGTERM');
  forced.signal('SIGINT');
  await forced.ended();

  login.release();
  const trading = start();
  await trading.until('it has traded', () => placed() >= 2);
  polls.hang();
  await trading.until('a poll hangs', () => polls.swallowed > 0);
  await stops(trading);

  polls.release();
  const killed = start();
  const before = placed();
  await killed.until('it has traded on', () => placed() > before);
  await killed.killNine();
  const last = start();
  await stopsAt(last, 'closing');

  expect((await last.ended()).code).toBe(EXIT_CODES.ok);
  await expectEachOnceAndFlat(rehearsal, platform.orders());
});
