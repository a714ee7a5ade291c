import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnce } from './expect-orderly.ts';
import { openRecorded } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { HELD_LEGS, rolesAfterTheEnd } from './roles-after-the-end.ts';
import { SHORT_DEADLINES, stopInOrder, stopWithSummary } from './stop-in-order.ts';

const DATE = '2026-10-30';
const OPEN = { at: `${DATE}T10:00`, speed: 120 };

let rehearsal: Rehearsal;
beforeEach(() => {
  rehearsal = new Rehearsal({ strategies: [HELD_LEGS], config: SHORT_DEADLINES });
});
afterEach(async () => {
  await rehearsal.close();
});

test('before the session opens, SIGTERM ends a day that waits; started again, it trades', async () => {
  const early = await openRecorded(rehearsal, { at: `${DATE}T08:30`, speed: 60 });
  const day = rehearsal.startDay();
  await day.until('it waits', () => day.err.includes('phase    before-open'));
  await stopWithSummary(day, EXIT_CODES.ok);
  expect(early.orders()).toEqual([]);
  const platform = await openRecorded(rehearsal, OPEN);
  expect(await rolesAfterTheEnd(rehearsal, platform)).toEqual(['entry', 'exit']);
});

test('while the platform does not answer the login, SIGTERM ends the day; nothing else was asked', async () => {
  const faults = JSON.stringify({ route: 'POST /login', nth: 1, fault: 'F4' });
  const platform = await openRecorded(rehearsal, { ...OPEN, faults });
  const day = rehearsal.startDay();
  await day.until('it logs in', () => platform.asked('auth POST /login') > 0);
  expect(existsSync(rehearsal.journal)).toBe(true);
  const { code, out } = await stopInOrder(day);
  expect(code).toBe(EXIT_CODES['platform-unavailable']);
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'platform-unavailable' } });
  expect(platform.routes()).toEqual(['auth POST /login']);
  expect(await rolesAfterTheEnd(rehearsal, platform)).toEqual(['entry', 'exit']);
});

test('during recovery, SIGTERM leaves what is open as it is; started again, the day goes on', async () => {
  const platform = await openRecorded(rehearsal, OPEN);
  const first = rehearsal.startDay();
  await first.until('it holds something', () => /Completed .* entry\n/.test(first.err));
  await first.killNine();
  const log = join(rehearsal.directory, 'commands.jsonl');
  const { mtimeMs } = statSync(log);
  const second = rehearsal.startDay();
  // The log is begun anew just before the journal is read.
  await second.until('it recovers', () => statSync(log).mtimeMs !== mtimeMs);
  // What was due meanwhile may have been done before the signal was heard.
  await stopWithSummary(second, EXIT_CODES['unresolved-orders'], EXIT_CODES.ok);
  await expectEachOnce(rehearsal, platform.orders());
  expect(await rolesAfterTheEnd(rehearsal, platform)).toEqual(['entry', 'exit']);
});
