import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type DayStatus } from '../../src/day/day-status.ts';
import { expectEachOnce } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';
import { type SaudaProcess } from './sauda-process.ts';

let rehearsal: Rehearsal;
let platform: RecordedPlatform;
let day: SaudaProcess;

/** A day whose first entry gets lost on the way. */
beforeEach(async () => {
  rehearsal = new Rehearsal({ strategies: [heldLegs('{heldMs: 18000000}')] });
  const faults = JSON.stringify({ route: 'POST /place', nth: 1, fault: 'F2' });
  platform = await openRecorded(rehearsal, { at: '2026-10-30T10:00', speed: 60, faults });
  day = rehearsal.startDay();
  await day.until('it is held', () => day.err.includes('is absent and held'));
});
afterEach(async () => {
  await rehearsal.close();
});

async function status(): Promise<DayStatus> {
  const { out } = await rehearsal.operate('status', '--json');
  return JSON.parse(out) as DayStatus;
}

async function heldTag(): Promise<string> {
  const { unresolved } = await status();
  expect(unresolved).toMatchObject([{ role: 'entry', state: 'absent' }]);
  return unresolved[0]?.tag ?? '';
}

test('resolve --as resend sends a held entry once more, under the same tag', async () => {
  const tag = await heldTag();
  expect(platform.orders()).toEqual([]);
  const done = await rehearsal.operate('resolve', tag, '--as', 'resend', '--reason', 'seen by eye');
  expect(done).toMatchObject({ code: EXIT_CODES.ok });
  await day.until('it is filled', () => / Completed .* entry\n/.test(day.err));
  expect(platform.orders().map((order) => order.tag)).toEqual([tag]);
  expect(await status()).toMatchObject({ unresolved: [], positions: [{ netUnits: -65 }] });
  const again = await rehearsal.operate('resolve', tag, '--as', 'resend', '--reason', 'twice');
  expect(again).toMatchObject({ code: EXIT_CODES.usage });
  expect(again.out).toContain('found state accepted');
  await day.killNine();
  expect(platform.orders()).toHaveLength(1);
  await expectEachOnce(rehearsal, platform.orders());
});

test('resolve --as absent ends a held entry, and nothing is sent', async () => {
  const tag = await heldTag();
  const done = await rehearsal.operate('resolve', tag, '--as', 'absent', '--reason', 'none there');
  expect(done).toMatchObject({ code: EXIT_CODES.ok });
  expect(await status()).toMatchObject({ unresolved: [], positions: [], working: [] });
  day.signal('SIGTERM');
  expect(await day.ended()).toMatchObject({ code: EXIT_CODES.ok });
  expect(platform.orders()).toEqual([]);
  expect(platform.asked('orders POST /place')).toBe(0);
});

test('resolve of a tag of no order is answered soon, with those that it could be', async () => {
  const tag = await heldTag();
  const ended = await rehearsal.operate('resolve', 'none', '--as', 'absent', '--reason', 'typing');
  // Without an answer within four seconds the command would say that, with another code.
  expect(ended).toMatchObject({ code: EXIT_CODES.usage });
  expect(ended.out).toContain(
    `found no order, start, signal or carried leg of this name, allowed ${tag}`,
  );
  expect((await status()).unresolved).toMatchObject([{ tag }]);
});
