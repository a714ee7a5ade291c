import { afterEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnce } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal, workingOrders } from './rehearsal.ts';
import { heldLegs, rolesAfterTheEnd } from './roles-after-the-end.ts';
import { SHORT_DEADLINES, stopWithSummary } from './stop-in-order.ts';

/** What a pair of legs with stop orders comes to when nothing is done twice. */
const ROLES = ['entry', 'entry', 'stop', 'stop', 'exit', 'exit'];

let rehearsal: Rehearsal;
afterEach(async () => {
  await rehearsal.close();
});

/** A platform for a pair of legs with stop orders; the first cancel meets a fault. */
async function platformWith(heldMs: number, fault?: string): Promise<RecordedPlatform> {
  const params = `{legs: [ce, pe], isProtected: true, heldMs: ${String(heldMs)}}`;
  rehearsal = new Rehearsal({ strategies: [heldLegs(params)], config: SHORT_DEADLINES });
  const script = JSON.stringify({ route: 'POST /cancel', nth: 1, fault });
  const faults = fault === undefined ? {} : { faults: script };
  return openRecorded(rehearsal, { at: '2026-10-30T10:00', speed: 120, ...faults });
}

/** Roles of the orders that work at the platform. */
const working = (platform: RecordedPlatform): readonly (string | undefined)[] =>
  workingOrders(platform.orders()).map(({ extraTags }) => extraTags['role']);

test('SIGTERM while stop orders work: they stand, and the next start goes on with the same', async () => {
  const platform = await platformWith(900_000);
  const day = rehearsal.startDay();
  await day.until('both stops rest', () => working(platform).join() === 'stop,stop');
  await stopWithSummary(day, EXIT_CODES['unresolved-orders']);
  expect(working(platform)).toEqual(['stop', 'stop']);
  await expectEachOnce(rehearsal, platform.orders());
  expect(await rolesAfterTheEnd(rehearsal, platform)).toEqual(ROLES);
});

test.each([
  ['taken', 'F4'],
  ['lost', 'F2;variant=silence'],
])(
  'SIGTERM in the middle of a square-off, with a cancel that was %s: the next start ends it',
  async (_what, fault) => {
    const platform = await platformWith(120_000, fault);
    const day = rehearsal.startDay();
    await day.until('it squares off', () => day.err.includes('Squaring off'));
    await stopWithSummary(day, EXIT_CODES['unresolved-orders'], EXIT_CODES.ok);
    expect((await rolesAfterTheEnd(rehearsal, platform)).toSorted()).toEqual(ROLES.toSorted());
  },
);
