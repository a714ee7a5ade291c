import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type DayStatus } from '../../src/day/day-status.ts';
import { expectEachOnce, isFlat } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';
import { type SaudaProcess } from './sauda-process.ts';

const RUN = 'held-legs@2026-10-30/live';
const CHANGED = 'changed.yaml';

let rehearsal: Rehearsal;
let platform: RecordedPlatform;
let day: SaudaProcess;

/** A day that holds a leg, killed, and started again with other parameters: its run is held. */
beforeEach(async () => {
  rehearsal = new Rehearsal({ strategies: [heldLegs('{heldMs: 18000000}')] });
  rehearsal.writeConfig(CHANGED, [heldLegs('{heldMs: 1500000}')]);
  platform = await openRecorded(rehearsal, { at: '2026-10-30T10:00', speed: 120 });
  const first = rehearsal.startDay();
  await first.until('it holds something', () => / Completed .* entry\n/.test(first.err));
  await first.killNine();
  day = rehearsal.startDay('--config', CHANGED);
  await day.until('its run is held', () => day.err.includes('held'));
});
afterEach(async () => {
  await rehearsal.close();
});

async function status(): Promise<DayStatus> {
  const { out } = await rehearsal.operate('status', '--json');
  return JSON.parse(out) as DayStatus;
}

const release = (how: string): Promise<{ readonly code: number | null }> =>
  rehearsal.operate('release', RUN, '--how', how, '--reason', 'it was meant');

test('release --how flatten closes what a held run has, and ends it', async () => {
  expect(await release('flatten')).toMatchObject({ code: EXIT_CODES.ok });
  await day.until('it is closed', () => / Completed .* exit\n/.test(day.err));
  expect(isFlat(platform.orders())).toBe(true);
  expect(await status()).toMatchObject({ positions: [], working: [], unresolved: [] });
  await day.killNine();
  await expectEachOnce(rehearsal, platform.orders());
});

test('release --how stop ends a held run, and leaves what it has', async () => {
  expect(await release('stop')).toMatchObject({ code: EXIT_CODES.ok });
  const { runs, positions } = await status();
  expect(runs).toMatchObject([{ runId: RUN, state: 'completed' }]);
  expect(positions).toMatchObject([{ runId: RUN, netUnits: -65 }]);
  day.signal('SIGTERM');
  expect(await day.ended()).toMatchObject({ code: EXIT_CODES['unresolved-orders'] });
  expect(platform.orders()).toHaveLength(1);
});

test('release --how adopt goes on as the changed strategy would', async () => {
  expect(await release('adopt')).toMatchObject({ code: EXIT_CODES.ok });
  expect((await status()).runs).toMatchObject([{ runId: RUN, state: 'running' }]);
  await day.until('it closes at its new time', () => / Completed .* exit\n/.test(day.err));
  expect(isFlat(platform.orders())).toBe(true);
});

test('release of a run that is not held is refused, and changes nothing', async () => {
  const wrong = await rehearsal.operate('release', 'x', '--how', 'stop', '--reason', 'typing');
  expect(wrong).toMatchObject({ code: EXIT_CODES.usage });
  expect((await status()).runs).toMatchObject([{ runId: RUN, state: 'held' }]);
});
