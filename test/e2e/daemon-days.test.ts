import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const HALF_AN_HOUR = [{ from: '09:15', to: '09:45' }];
/** A short Friday, a Saturday session, and a week of holidays after them. */
const CALENDAR = {
  specialSessions: ['2026-10-30', '2026-10-31'].map((date) => {
    return { date, name: 'Short', kind: 'full', sessions: HALF_AN_HOUR };
  }),
  holidays: ['02', '03', '04', '05', '06'].map((day) => {
    return { date: `2026-11-${day}`, name: 'Closed' };
  }),
};
const rehearsal = new Rehearsal({
  strategies: [`{path: ${ROUND_TRIPS}, params: {from: '09:17', to: '09:40'}}`],
  config: `calendar: ${JSON.stringify(CALENDAR)}`,
});
let platform: RecordedPlatform;
beforeAll(async () => {
  // Half an hour in 4.5 s: enough for several round trips on a machine that is busy with other tests.
  const speeds = { speed: 400, nightSpeed: 12_000 };
  platform = await openRecorded(rehearsal, {
    at: '2026-10-30T08:50',
    ...speeds,
    calendar: CALENDAR,
  });
});
afterAll(() => rehearsal.close());

function startDaemon(...args: readonly string[]): SaudaProcess {
  return rehearsal.start([
    'daemon',
    '--sim',
    'sim.json',
    '--json',
    '--begin-anew',
    'test',
    ...args,
  ]);
}

test('trades a Friday, outlives a kill -9 in the night, trades the Saturday, and waits', async () => {
  const first = startDaemon();
  const reported = (date: string): boolean => rehearsal.hasReport(date);
  const tags = new Map<string, string>();
  const note = (): void => {
    for (const { orderId, tag } of platform.orders()) tags.set(orderId, tag);
  };
  await first.until('the Friday is over', () => {
    note();
    return reported('2026-10-30');
  });
  const ofFriday = tags.size;
  await first.killNine();
  const second = startDaemon();
  await second.until('the Saturday is over', () => {
    note();
    return reported('2026-10-31');
  });
  expect(ofFriday).toBeGreaterThan(2);
  expect(tags.size).toBeGreaterThan(ofFriday + 2);
  // No order was sent twice: a tag belongs to one order.
  expect(new Set(tags.values()).size).toBe(tags.size);

  const status = await rehearsal.operate('status', '--json');
  expect(JSON.parse(status.out)).toMatchObject({
    isRunning: true,
    source: 'program',
    daemon: { state: 'waiting', date: '2026-11-09' },
    positions: [],
  });
  const halt = await rehearsal.operate('halt', '--reason', 'enough');
  expect(halt.out).toContain('done first thing when the next day opens');
  const other = await startDaemon('--journal', 'other.journal').ended();
  expect(other.code).toBe(EXIT_CODES.configuration);
  expect(other.out + other.err).toContain('another process trades it already');
  expect(existsSync(join(rehearsal.directory, 'other.journal'))).toBe(false);

  const stoppedMs = performance.now();
  second.signal('SIGTERM');
  expect((await second.ended()).code).toBe(EXIT_CODES.ok);
  expect(performance.now() - stoppedMs).toBeLessThan(10_000);
});
