import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { expectEachOnce, isFlat } from './expect-orderly.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal, summaryIn } from './rehearsal.ts';
import { heldLegs } from './roles-after-the-end.ts';
import { type SaudaProcess } from './sauda-process.ts';
import { type Ended } from './spawn-sauda.ts';

const HANGS = fileURLToPath(new URL('hangs.js', import.meta.url));
const OPEN = { at: '2026-10-30T10:00', speed: 120 };
/** What ends each kind of code that does not return, and does not end the other kind. */
const LIMITS = {
  loops: { SAUDA_TURN_MS_MAX: '2500' },
  hoards: { SAUDA_TURN_MS_MAX: '60000', NODE_OPTIONS: '--max-old-space-size=250' },
} as const;
interface Culprit {
  readonly how: keyof typeof LIMITS;
  readonly when: 'start' | 'before-entry' | 'held' | 'closed';
  /** Somebody kills the process, and does not wait for the end of the limit. */
  readonly isKilled?: true;
}
/** When each of the day's culprits ends its process, and how. */
const CULPRITS: readonly Culprit[] = [
  { how: 'loops', when: 'start' },
  { how: 'hoards', when: 'before-entry' },
  { how: 'loops', when: 'held', isKilled: true },
  { how: 'hoards', when: 'closed' },
];
const WHY = {
  loops: 'its code had not returned for',
  hoards: 'the process ran out of memory in its code',
} as const;

let rehearsal: Rehearsal;
let platform: RecordedPlatform;
afterEach(async () => {
  await rehearsal.close();
});

/** A day of a straddle beside such strategies. */
async function openDay(culprits: readonly Culprit[]): Promise<void> {
  const hangs = culprits.map(
    ({ how, when }) => `{path: ${HANGS}, params: {how: ${how}, when: ${when}}}`,
  );
  const straddle = heldLegs('{legs: [ce, pe], heldMs: 1800000}');
  rehearsal = new Rehearsal({ strategies: [straddle, ...hangs] });
  platform = await openRecorded(rehearsal, OPEN);
}

function start(how: keyof typeof LIMITS): SaudaProcess {
  const log = ['--log', 'commands.jsonl', '--begin-anew', 'rehearsal'];
  return rehearsal.start(['run', '--sim', 'sim.json', '--json', ...log], LIMITS[how]);
}

/** The run of a culprit, by its place among them. */
function runOf(place: number): string {
  return `hangs${place === 0 ? '' : `#${String(place + 1)}`}@2026-10-30/live`;
}

/** How a process ended: by itself, or killed when it says that a run's code has not returned. */
async function endedBy(day: SaudaProcess, killedAt: string | null): Promise<Ended> {
  if (killedAt !== null) {
    await day.until('it hangs', () => day.err.includes(`"${killedAt}" has not returned for`));
    await day.killNine();
  }
  return day.ended();
}

test('one restart quarantines code that does not return, whenever that is, and the day ends flat', async () => {
  await openDay(CULPRITS);
  for (const [place, { how, isKilled }] of CULPRITS.entries()) {
    const { code, out, err } = await endedBy(start(how), isKilled ? runOf(place) : null);
    expect(code, `${err}${out}`).not.toBe(EXIT_CODES.ok);
    // The one before is quarantined by this start, which ends by the code of the next.
    const before = place === 0 ? '' : `${runOf(place - 1)} The run is quarantined`;
    expect(err).toContain(before);
  }
  const day = start('loops');
  await day.until('the last culprit is named', () =>
    day.err.includes(`${runOf(CULPRITS.length - 1)} The run is quarantined`),
  );
  await day.until('all is flat', () => platform.orders().length === 8 && isFlat(platform.orders()));
  const status = await rehearsal.operate('status', '--json');
  const held = CULPRITS.map((_, place) => ({ runId: runOf(place), state: 'held' }));
  expect(JSON.parse(status.out)).toMatchObject({ runs: [{}, ...held] });
  day.signal('SIGTERM');
  const ended = await day.ended();
  expect(ended.code).toBe(EXIT_CODES['unresolved-orders']);
  const problems = summaryIn(ended).problems.join('\n');
  for (const { how } of CULPRITS) expect(problems).toContain(WHY[how]);
  await expectEachOnce(rehearsal, platform.orders());
});

test('flatten works without the code of a strategy that hangs, and ends when all is flat', async () => {
  await openDay([{ how: 'loops', when: 'held' }]);
  await start('loops').ended();
  expect(platform.orders()).toHaveLength(3);
  const { code, out, err } = await rehearsal.run(
    'flatten',
    '--sim',
    'sim.json',
    '--reason',
    'hung',
  );
  expect(isFlat(platform.orders()), `${out}${err}`).toBe(true);
  expect(platform.orders()).toHaveLength(6);
  expect(code).toBe(EXIT_CODES.ok);
  await expectEachOnce(rehearsal, platform.orders());
});
