import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnce, expectEachOnceAndFlat } from './expect-orderly.ts';
import { openRecorded } from './recorded-platform.ts';
import { heldUnits, Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';
import { SHORT_DEADLINES, stopInOrder, stopWithSummary } from './stop-in-order.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const DATE = '2026-10-30';

let rehearsal: Rehearsal;
beforeEach(() => {
  const params = "{from: '10:00', to: '15:00', everyMs: 600000, heldMs: 240000}";
  const strategies = [`{path: ${ROUND_TRIPS}, params: ${params}}`];
  rehearsal = new Rehearsal({ strategies, config: SHORT_DEADLINES });
});
afterEach(() => {
  rehearsal.close();
});

/** Waits until a day has made a round trip from beginning to end, then stops it. */
async function goOnToRoundTrip(day: SaudaProcess): Promise<void> {
  await day.until('it buys', () => /Completed .* entry\n/.test(day.err));
  await day.until('it sells', () => day.err.includes('Squared off'));
  await stopWithSummary(day, EXIT_CODES.ok);
  const orders = await expectEachOnceAndFlat(rehearsal);
  expect(orders.length).toBeGreaterThanOrEqual(2);
}

test('before the session opens, SIGTERM ends a day that waits; started again, it trades', async () => {
  await openRecorded(rehearsal, { at: `${DATE}T08:30`, speed: 60 });
  const day = rehearsal.startDay();
  await day.until('it waits', () => day.err.includes('phase    before-open'));
  await stopWithSummary(day, EXIT_CODES.ok);
  expect(await expectEachOnce(rehearsal)).toEqual([]);
  await openRecorded(rehearsal, { at: `${DATE}T09:50`, speed: 120 });
  await goOnToRoundTrip(rehearsal.startDay());
});

test('while the platform does not answer the login, SIGTERM ends the day; nothing else was asked', async () => {
  const faults = JSON.stringify({ route: 'POST /login', nth: 1, fault: 'F4' });
  const platform = await openRecorded(rehearsal, { at: `${DATE}T09:50`, speed: 120, faults });
  const day = rehearsal.startDay();
  await day.until('it logs in', () => platform.asked('auth POST /login') > 0);
  expect(existsSync(rehearsal.journal)).toBe(true);
  const { code, out } = await stopInOrder(day);
  expect(code).toBe(EXIT_CODES['platform-unavailable']);
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'platform-unavailable' } });
  expect(platform.routes()).toEqual(['auth POST /login']);
  await goOnToRoundTrip(rehearsal.startDay());
});

test('during recovery, SIGTERM leaves what is open as it is; started again, the day goes on', async () => {
  const platform = await openRecorded(rehearsal, { at: `${DATE}T09:58`, speed: 60 });
  const first = rehearsal.startDay();
  await first.until('it holds something', () => /Completed .* entry\n/.test(first.err));
  await first.killNine();
  const log = join(rehearsal.directory, 'commands.jsonl');
  const before = statSync(log).mtimeMs;
  const logins = platform.asked('auth POST /login');
  const second = rehearsal.startDay();
  // The log is begun anew just before the journal is read.
  await second.until('it recovers', () => statSync(log).mtimeMs !== before);
  await stopWithSummary(second, EXIT_CODES['unresolved-orders']);
  expect(platform.asked('auth POST /login')).toBe(logins + 1);
  expect(Object.keys(heldUnits(await expectEachOnce(rehearsal)))).toHaveLength(1);
  const third = rehearsal.startDay();
  await third.until('it is closed', () => third.err.includes('Squared off'));
  await stopWithSummary(third, EXIT_CODES.ok);
  await expectEachOnceAndFlat(rehearsal);
});
