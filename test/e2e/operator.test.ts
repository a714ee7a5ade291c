import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { heldUnits, Rehearsal, summaryIn, workingOrders } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));

let rehearsal: Rehearsal;
let day: SaudaProcess;

beforeEach(async () => {
  // Held for half of a real minute, so that what is asked meanwhile finds it held.
  const params = "{from: '10:00', everyMs: 240000, heldMs: 3600000}";
  rehearsal = new Rehearsal({ strategies: [`{path: ${ROUND_TRIPS}, params: ${params}}`] });
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 120 });
  day = rehearsal.startDay();
});
afterEach(async () => {
  await rehearsal.close();
});

const filled = (role: string): number =>
  day.err.split('\n').filter((line) => line.includes('Completed') && line.endsWith(role)).length;

const entries = async (): Promise<number> =>
  (await rehearsal.orders()).filter(({ side }) => side === 'buy').length;

async function status(): Promise<{ readonly halt: { readonly state: string } }> {
  const { out } = await rehearsal.operate('status', '--json');
  return JSON.parse(out) as { readonly halt: { readonly state: string } };
}

test('a halt holds across a kill: no entry leaves until the operator resumes', async () => {
  await day.until('it holds something', () => filled('entry') > 0);
  const halted = await rehearsal.operate('halt', '--reason', 'prices look wrong');
  expect(halted).toMatchObject({ code: 0 });
  expect(await status()).toMatchObject({ isRunning: true, halt: { state: 'halted' } });
  await day.killNine();
  expect(await status()).toMatchObject({
    isRunning: false,
    halt: { state: 'halted', reason: 'prices look wrong', by: 'operator' },
  });
  const before = await entries();
  day = rehearsal.startDay();
  await day.until('it refuses entries', () => /Refused leg .*halted/.test(day.err));
  expect(day.err).toMatch(/still halted .*: prices look wrong\. .*: sauda resume --reason "…"/);
  expect(await status()).toMatchObject({ isRunning: true, halt: { state: 'halted' } });
  await rehearsal.operate('flatten', '--reason', 'prices are wrong');
  await day.until('what it held is closed', () => day.err.includes('Squared off'));
  expect(await entries()).toBe(before);
  expect(heldUnits(await rehearsal.orders())).toEqual({});
  const resumed = await rehearsal.operate('resume', '--reason', 'they were right');
  expect(resumed).toMatchObject({ code: 0 });
  const filledBefore = filled('entry');
  await day.until('it trades again', () => filled('entry') > filledBefore);
});

test('halted at the end of the day is exit code 9', async () => {
  await day.until('it holds something', () => filled('entry') > 0);
  day.signal('SIGUSR2');
  await day.until('it is halted', () => day.err.includes('SIGUSR2'));
  await rehearsal.operate('flatten', '--reason', 'enough');
  await day.until('what it held is closed', () => day.err.includes('Squared off'));
  day.signal('SIGTERM');
  expect(await day.ended()).toMatchObject({ code: EXIT_CODES.halted });
});

test('what is asked of no program is kept if it makes safer, else taken back', async () => {
  await day.until('it holds something', () => filled('entry') > 0);
  await day.killNine();
  const [halt, flatten] = await Promise.all([
    rehearsal.operate('halt', '--reason', 'it is gone'),
    rehearsal.operate('flatten', '--reason', 'it is gone'),
  ]);
  expect(halt).toMatchObject({ code: 0 });
  expect(halt.out).toContain('done first thing at the next start');
  expect(flatten).toMatchObject({ code: EXIT_CODES['platform-unavailable'] });
  const before = await entries();
  day = rehearsal.startDay();
  await day.until('it refuses entries', () => /Refused leg .*halted/.test(day.err));
  expect(await entries()).toBe(before);
});

test('halt, then flatten: everything is closed, and status says so', async () => {
  await day.until('it holds something', () => filled('entry') > 0);
  await rehearsal.operate('halt', '--reason', 'enough');
  const run = 'round-trips@2026-10-30/live';
  expect(await rehearsal.operate('flatten', run, '--reason', 'enough')).toMatchObject({ code: 0 });
  await day.until('it is closed', () => day.err.includes('Squared off'));
  expect(await status()).toMatchObject({ isRunning: true, positions: [], unresolved: [] });
  // The last one that was entered: on a slow machine earlier ones were closed by their own strategy.
  const leg = [...day.err.matchAll(/(\S+) entry\n/g)].at(-1)?.[1] ?? '';
  const at = istClock(rehearsal.nowMs());
  const { out } = await rehearsal.operate('why-not', leg, '--at', at);
  expect(out).toMatch(/It had been closed at \S+, by the operator: /);
  day.signal('SIGTERM');
  const ended = await day.ended();
  expect(summaryIn(ended).positions.filter(({ netUnits }) => netUnits !== 0)).toEqual([]);
  const orders = await rehearsal.orders();
  expect(heldUnits(orders)).toEqual({});
  expect(workingOrders(orders)).toEqual([]);
});

test('a tag of no order is refused, with the reason', async () => {
  await day.until('it trades', () => filled('entry') > 0);
  const wrong = await rehearsal.operate('resolve', 'none', '--as', 'absent', '--reason', 'typing');
  expect(wrong).toMatchObject({ code: EXIT_CODES.usage });
  expect(wrong.out).toContain('none');
});

test('a pause holds across a kill: entries stay back until the run is resumed by its name', async () => {
  await day.until('it holds something', () => filled('entry') > 0);
  const paused = await rehearsal.operate('pause', 'round-trips', '--reason', 'result day');
  expect(paused).toMatchObject({ code: 0 });
  expect(paused.out).toContain('Entries of the run are paused: result day');
  await day.killNine();
  const before = await entries();
  day = rehearsal.startDay();
  await day.until('it refuses entries', () => /Refused leg .*locked: result day/.test(day.err));
  expect(day.err).toMatch(/still paused: result day\. .*: sauda resume round-trips@\S+ --reason/);
  expect(await entries()).toBe(before);
  expect(await status()).toMatchObject({
    halt: { state: 'active' },
    locks: [{ protection: 'pause', reason: 'result day' }],
  });
  const account = await rehearsal.operate('resume', '--reason', 'all of it');
  expect(account).toMatchObject({ code: EXIT_CODES.usage });
  expect(account.out).toContain('Runs that are paused by name: sauda resume round-trips@');
  const resumed = await rehearsal.operate('resume', 'round-trips', '--reason', 'it is out');
  expect(resumed).toMatchObject({ code: 0 });
  const filledBefore = filled('entry');
  await day.until('it trades again', () => filled('entry') > filledBefore);
});
