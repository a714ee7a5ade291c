import { afterEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnce } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { heldLegs, rolesAfterTheEnd } from './roles-after-the-end.ts';
import { SHORT_DEADLINES, stopWithSummary } from './stop-in-order.ts';

let rehearsal: Rehearsal;
afterEach(async () => {
  await rehearsal.close();
});

/** A platform on which the `nth` placement meets a fault that lets it hang. */
async function platformWith(nth: number, fault: string, heldMs: number): Promise<RecordedPlatform> {
  const strategies = [heldLegs(`{heldMs: ${String(heldMs)}}`)];
  rehearsal = new Rehearsal({ strategies, config: SHORT_DEADLINES });
  const faults = JSON.stringify({ route: 'POST /place', nth, fault });
  return openRecorded(rehearsal, { at: '2026-10-30T10:00', speed: 120, faults });
}

test('SIGTERM while an entry that was taken has no answer: the next start finds it by its tag', async () => {
  const platform = await platformWith(1, 'F4', 600_000);
  const day = rehearsal.startDay();
  await day.until('it sends', () => / sending .* entry\n/.test(day.err));
  await stopWithSummary(day, EXIT_CODES['unresolved-orders']);
  expect(await rolesAfterTheEnd(rehearsal, platform)).toEqual(['entry', 'exit']);
});

test('SIGTERM while an entry that was lost has no answer: the next start holds it for the operator', async () => {
  const platform = await platformWith(1, 'F2;variant=silence', 10_800_000);
  const day = rehearsal.startDay();
  await day.until('it sends', () => / sending .* entry\n/.test(day.err));
  await stopWithSummary(day, EXIT_CODES['unresolved-orders']);
  const again = rehearsal.startDay();
  await again.until('it is held', () => /is absent and held|held as absent/.test(again.err));
  await stopWithSummary(again, EXIT_CODES['unresolved-orders']);
  expect(platform.orders()).toEqual([]);
  await expectEachOnce(rehearsal, []);
  const { out } = await rehearsal.operate('status', '--json');
  expect(JSON.parse(out)).toMatchObject({ unresolved: [{ role: 'entry', state: 'absent' }] });
});

test('SIGTERM while an exit that was taken has no answer: the next start closes nothing twice', async () => {
  const platform = await platformWith(2, 'F4', 60_000);
  const day = rehearsal.startDay();
  await day.until('it sends', () => / sending .* exit\n/.test(day.err));
  // A poll under way may have shown the exit before the day ended.
  await stopWithSummary(day, EXIT_CODES['unresolved-orders'], EXIT_CODES.ok);
  expect(await rolesAfterTheEnd(rehearsal, platform)).toEqual(['entry', 'exit']);
});
