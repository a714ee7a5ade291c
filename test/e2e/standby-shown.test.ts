import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type StandbyHeard } from '../../src/daemon/standby/standbys.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const DATE = '2026-10-30';
const rehearsal = new Rehearsal({
  strategies: [`{path: ${ROUND_TRIPS}, params: {from: '14:31'}}`],
});
afterAll(async () => {
  await rehearsal.close();
});

test('the process that trades shows who stands by, and another one is told how to', async () => {
  await openRecorded(rehearsal, { at: `${DATE}T14:30`, speed: 20 });
  const command = ['daemon', '--sim', 'sim.json', '--json', '--standby'];
  const trading = rehearsal.start([...command, '--begin-anew', 'rehearsal']);
  await trading.until('it trades', () => trading.out.includes('"state":"trading"'));
  const following = rehearsal.start(command);
  await following.until('it follows the day', () => {
    return following.out.includes('its day is followed');
  });
  const standbys = async (): Promise<readonly StandbyHeard[]> => {
    const { out } = await rehearsal.run('status', '--sim', 'sim.json', '--json');
    return (JSON.parse(out) as { readonly standbys: readonly StandbyHeard[] }).standbys;
  };
  const [standby, ...others] = await standbys();
  expect(others).toEqual([]);
  expect(standby).toMatchObject({ pid: following.pid });
  expect(['level', 'behind']).toContain(standby?.state);
  expect(new Date(standby?.followedToMs ?? 0).toISOString().slice(0, 10)).toBe(DATE);
  const { out } = await rehearsal.run('status', '--sim', 'sim.json');
  expect(out).toContain(`standby PID ${String(following.pid)}: `);
  const third = await rehearsal.run('daemon', '--sim', 'sim.json');
  expect(third.code).toBe(EXIT_CODES.configuration);
  expect(`${third.out}${third.err}`).toContain(
    'follow it and take over when it dies: add --standby',
  );
});
