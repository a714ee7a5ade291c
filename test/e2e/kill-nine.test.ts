import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { seededRandom } from '../../src/base/random.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { instantAt, MINUTE_MS } from '../../src/model/time/ist.ts';
import { expectEachOnceAndFlat } from './expect-orderly.ts';
import { KillMoments } from './kill-moments.ts';
import { paceFor } from './pace.ts';
import { Rehearsal, summaryIn } from './rehearsal.ts';
import { type Ended } from './spawn-sauda.ts';

/** Kills in all; a soak asks for more, with seeds of its own. */
const CYCLES = Number(process.env['SAUDA_KILL_CYCLES'] ?? 20);
const SEED = process.env['SAUDA_KILL_SEED'] ?? 'kill-nine';
const DATES = ['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30'];
/** An hour and a bit before the last kill is time for the kills of a day; each minute more is one that both lanes just poll. */
const BEGIN = '13:40';
/** Then the straddle enters, and the trips begin. */
const START_WITHIN_MS = 19 * MINUTE_MS;
const TRIPS_FROM = '14:01';
const SPEED_MAX = 300;
/** Later there may be no time to start again before the exchange has closed; earlier where starts are slow. */
const LAST_KILL = '15:00';
const CLOSE = '15:40';
const SLOWER_BY_MAX = 4;
/** So late an answer may be on a busy machine, real milliseconds. */
const SLOW_ANSWER_MS = 200;
const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const STRADDLE = fileURLToPath(new URL('late-straddle.yaml', import.meta.url));

const rehearsals: Rehearsal[] = [];
afterAll(async () => {
  await Promise.all(rehearsals.map((rehearsal) => rehearsal.close()));
});

let kills = 0;

/** Days one after the other, with one journal. */
interface Lane {
  readonly rehearsal: Rehearsal;
  readonly policies: string;
  readonly speed: number;
}

/** How a day ended, and how long its program gave no answer at most: kills that follow each other faster than a start are one. */
interface KilledDay {
  readonly ended: Ended;
  readonly longestDownMs: number;
}

/** A day on which the program is killed again and again, started by the same command each time. */
async function killedDay({ rehearsal, policies, speed }: Lane, date: string): Promise<KilledDay> {
  await rehearsal.open({ at: `${date}T${BEGIN}`, speed });
  const log = join(rehearsal.directory, 'commands.jsonl');
  const moments = new KillMoments(seededRandom(`${SEED}/${policies}/${date}`), log);
  let day = rehearsal.startDay();
  const startedMs = rehearsal.nowMs();
  await day.until('it has begun', () => day.err.includes(' phase '));
  const slowStartMs = (rehearsal.nowMs() - startedMs) * SLOWER_BY_MAX;
  const lastMs = Math.min(instantAt(date, LAST_KILL), instantAt(date, CLOSE) - slowStartMs);
  const goesOn = (): boolean => kills < CYCLES && rehearsal.nowMs() < lastMs;
  const killsAtMs: number[] = [];
  while (await moments.next(day, goesOn)) {
    kills += 1;
    killsAtMs.push(rehearsal.nowMs());
    await day.killNine();
    day = rehearsal.startDay();
  }
  const downMs = longestDownMs(killsAtMs, slowStartMs);
  return { ended: await day.ended(), longestDownMs: Math.max(downMs, SLOW_ANSWER_MS * speed) };
}

function longestDownMs(killsAtMs: readonly number[], startMs: number): number {
  let longestMs = 0;
  let fromMs = -Infinity;
  let lastMs = -Infinity;
  for (const atMs of killsAtMs) {
    if (atMs - lastMs > startMs) fromMs = atMs;
    lastMs = atMs;
    longestMs = Math.max(longestMs, atMs - fromMs + startMs);
  }
  return longestMs;
}

/** What the strategies decide on a day on which nothing happens to the program. */
async function decidedUndisturbed(rehearsal: Rehearsal, date: string): Promise<readonly string[]> {
  const clock = ['--at', `${date}T${BEGIN}`, '--speed', 'max'];
  await rehearsal.run('run', '--json', '--log', 'undisturbed.jsonl', ...clock);
  return decided(rehearsal, 'undisturbed.jsonl');
}

/** Commands of the round trips in a command log, without the instants at which they were worked in. */
function decided(rehearsal: Rehearsal, name: string): readonly string[] {
  const lines = readFileSync(join(rehearsal.directory, name), 'utf8').trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line) as { readonly runId: string; readonly command: unknown })
    .filter(({ runId }) => runId.startsWith('round-trips'))
    .map(({ command }) => JSON.stringify(command));
}

async function expectOrderly(
  rehearsal: Rehearsal,
  date: string,
  { ended, longestDownMs: downMs }: KilledDay,
): Promise<void> {
  const summary = summaryIn(ended);
  expectProtected(summary, downMs);
  const { halt, strategies } = summary;
  expect(halt.state).toBe('active');
  expect(ended).toMatchObject({ code: codeOf(summary) });
  expect(strategies.map(({ state }) => state)).toEqual(['completed', 'completed']);
  await expectEachOnceAndFlat(rehearsal, await rehearsal.orders());
  const commands = decided(rehearsal, 'commands.jsonl');
  const undisturbed = await decidedUndisturbed(rehearsal, date);
  // On a busy machine the first start may come after the first trips.
  expect(commands.length).toBeGreaterThan(undisturbed.length / 2);
  expect(commands).toEqual(undisturbed.slice(-commands.length));
}

/** Only legs with stops may have been without them, and none for longer than the program gave no answer. */
function expectProtected({ unprotected }: DaySummary, downMs: number): void {
  const legs = unprotected.map(({ runId, leg }) => `${runId.split('@')[0] ?? ''} ${leg}`);
  expect(['late-straddle ce', 'late-straddle pe']).toEqual(expect.arrayContaining(legs));
  expect(new Set(legs).size).toBe(legs.length);
  for (const { units, longestMs } of unprotected) {
    expect(units).toBe(0);
    expect(longestMs).toBeLessThanOrEqual(downMs);
  }
}

/** What a day ends with at a speed at which a restart takes minutes. */
function codeOf({ orders, heldOrders, unprotected, didNotRun }: DaySummary): number {
  // A leg whose process was killed between fill and stop.
  if (unprotected.length > 0) return EXIT_CODES.unprotected;
  if (orders.unknown + heldOrders > 0) return EXIT_CODES['unresolved-orders'];
  // On a busy machine a start may take longer than the prices of an entry are fresh. The round trips enter all day.
  expect(didNotRun.map(({ name }) => name)).not.toContain('round-trips');
  return didNotRun.length > 0 ? EXIT_CODES['did-not-run'] : EXIT_CODES.ok;
}

test(`killed ${String(CYCLES)} times, each order was sent once, and every day ends flat`, async () => {
  const speed = await paceFor(START_WITHIN_MS, SPEED_MAX);
  const lane = async (policies: string): Promise<void> => {
    const trips = `{path: ${ROUND_TRIPS}, params: {from: '${TRIPS_FROM}'}, policies: {${policies}}}`;
    const strategies = [trips, STRADDLE];
    const rehearsal = new Rehearsal({ strategies });
    rehearsals.push(rehearsal);
    for (const date of DATES) {
      if (kills >= CYCLES) return;
      await expectOrderly(rehearsal, date, await killedDay({ rehearsal, policies, speed }, date));
    }
  };
  await Promise.all([lane('absentEntries: hold'), lane('absentEntries: resend-once')]);
  expect(kills).toBe(CYCLES);
}, 600_000);
