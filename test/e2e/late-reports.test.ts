import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { beforeAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { instantAt, MINUTE_MS } from '../../src/model/time/ist.ts';
import { paceFor } from './pace.ts';
import { openRecorded, type RecordedPlatform } from './recorded-platform.ts';
import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

const ROUND_TRIPS = fileURLToPath(new URL('round-trips.js', import.meta.url));
const FRIDAY = '2026-10-30';
const SHORT = [{ from: '09:15', to: '09:45' }];
const CLOSE_MS = instantAt(FRIDAY, '09:45');
const CALENDAR = {
  specialSessions: [{ date: FRIDAY, name: 'Short', kind: 'full', sessions: SHORT }],
};
/** A daemon starts before the open, half an hour after the platform. */
const START_WITHIN_MS = 30 * MINUTE_MS;
let speed = 0;
beforeAll(async () => {
  speed = await paceFor(START_WITHIN_MS, 300);
});

/** Reports are named as the journal is. */
function stemOf({ journal }: Rehearsal): string {
  return `${basename(journal, '.journal')}.${FRIDAY}`;
}

/** An account whose days leave packs. */
function accountOf(mode: 'live' | 'paper', strategies: readonly string[]): Rehearsal {
  const config = `evidence: on\ncalendar: ${JSON.stringify(CALENDAR)}`;
  return new Rehearsal({ mode, strategies, config });
}

function openFriday(rehearsal: Rehearsal): Promise<RecordedPlatform> {
  return openRecorded(rehearsal, { at: `${FRIDAY}T08:45`, speed, calendar: CALENDAR });
}

function startDaemon(rehearsal: Rehearsal): SaudaProcess {
  return rehearsal.start(['daemon', '--sim', 'sim.json', '--json', '--begin-anew', 'test']);
}

function trips(params: string, more = ''): string {
  return `{path: ${ROUND_TRIPS}, params: {from: '09:17', ${params}}${more}}`;
}

function says(daemon: SaudaProcess, text: string): () => boolean {
  return () => daemon.out.includes(text);
}

function waits(daemon: SaudaProcess): Promise<void> {
  return daemon.until('it waits for the next day', says(daemon, '"state":"waiting"'));
}

/** Files of the state directory in a folder, without what only serves them: keys and kept sources. */
function filesIn(rehearsal: Rehearsal, folder: string): readonly string[] {
  const path = join(rehearsal.directory, '.sauda', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => /\.(gz|json|txt)$/.test(name))
    .sort();
}

function textOf(rehearsal: Rehearsal, name: string): string {
  return readFileSync(join(rehearsal.directory, '.sauda', name), 'utf8');
}

function reportOf(rehearsal: Rehearsal): DaySummary {
  return JSON.parse(textOf(rehearsal, `reports/${stemOf(rehearsal)}.json`)) as DaySummary;
}

/** Kills a daemon at once when it has said something, and again at each of the next starts. */
async function killedAt(rehearsal: Rehearsal, moments: readonly string[]): Promise<void> {
  for (const moment of moments) {
    const daemon = startDaemon(rehearsal);
    await daemon.until(moment, says(daemon, moment));
    await daemon.killNine();
  }
}

const CLOSING = '"state":"closing"';
const PACKED = '"code":"evidence-written"';

test.each([
  { mode: 'live', stages: 1, promoted: [] },
  { mode: 'paper', stages: 0, promoted: [null, null] },
] as const)(
  'a $mode day that is killed as it closes, and again as the next starts finish it, leaves everything once',
  async ({ mode, stages, promoted }) => {
    const strategies = [trips("to: '09:38'"), trips("to: '09:38'", ', policies: {stage: shadow}')];
    await using rehearsal = accountOf(mode, strategies);
    const platform = await openFriday(rehearsal);
    await killedAt(rehearsal, [CLOSING, CLOSING, PACKED]);
    const sent = platform.orders().length;
    const last = startDaemon(rehearsal);
    await waits(last);
    expect(filesIn(rehearsal, 'reports')).toEqual(
      ['json', 'txt'].map((ending) => `${stemOf(rehearsal)}.${ending}`),
    );
    const [pack, ...others] = filesIn(rehearsal, 'evidence');
    expect(others).toEqual([]);
    const verified = await rehearsal.run('verify', join('.sauda/evidence', pack ?? ''));
    expect(`${String(verified.code)} ${verified.out}${verified.err}`).toMatch(/^0 /);
    const { orders, open, halt } = reportOf(rehearsal);
    expect(orders.filled).toBeGreaterThan(2);
    // On paper none of them is at the platform.
    expect(sent).toBe(mode === 'live' ? orders.placed : 0);
    expect({ open, state: halt.state }).toEqual({ open: [], state: 'active' });
    expect(days(rehearsal, `rehearsal.${mode}.rehearsal.journal.stages`)).toHaveLength(stages);
    expect(provenDays(rehearsal)).toEqual(promoted);
    // Once it is put away, no start does so again.
    expect(last.out).toContain('"code":"day-finished-late"');
    await last.killNine();
    const after = startDaemon(rehearsal);
    await waits(after);
    expect(after.out).not.toContain(CLOSING);
    expect(platform.orders()).toHaveLength(sent);
  },
);

function days(rehearsal: Rehearsal, ledger: string): readonly unknown[] {
  if (!existsSync(join(rehearsal.directory, '.sauda', ledger))) return [];
  return textOf(rehearsal, ledger).trim().split('\n');
}

/** Why the paper days of the ledger do not count; null for each that does. */
function provenDays(rehearsal: Rehearsal): readonly unknown[] {
  const name = 'rehearsal.rehearsal.paper-days.json';
  if (!existsSync(join(rehearsal.directory, '.sauda', name))) return [];
  const { days } = JSON.parse(textOf(rehearsal, name)) as {
    readonly days: readonly { readonly why: unknown }[];
  };
  return days.map(({ why }) => why);
}

test('a day of sauda run that is killed before its close has its pack and its ledger entry at the next start, which no day follows', async () => {
  await using rehearsal = accountOf('paper', [trips("to: '09:20'")]);
  await openFriday(rehearsal);
  const killed = rehearsal.startDay();
  await killed.until('it has traded', () => killed.err.includes('Completed'));
  await killed.killNine();
  await rehearsal.untilMs(CLOSE_MS + MINUTE_MS);
  const next = await rehearsal.startDay().ended();
  expect(next.code).toBe(EXIT_CODES['outside-window']);
  expect(next.err).toContain(`before ${FRIDAY} was put away`);
  expect(provenDays(rehearsal)).toEqual(['its program ended before the close']);
  expect(filesIn(rehearsal, 'evidence')).toHaveLength(1);
  expect((await rehearsal.startDay().ended()).err).not.toContain('was put away');
});

test('a day that is killed with a leg open, and started after its close, says what is open, sends nothing and counts for nothing', async () => {
  await using rehearsal = accountOf('live', [trips("to: '09:18', heldMs: 3600000")]);
  const platform = await openFriday(rehearsal);
  const killed = startDaemon(rehearsal);
  await killed.until('its order has filled', () => {
    return platform.orders().some(({ status }) => status === 'completed');
  });
  await rehearsal.untilMs(rehearsal.nowMs() + MINUTE_MS);
  await killed.killNine();
  await rehearsal.untilMs(CLOSE_MS + MINUTE_MS);
  const sent = platform.orders().length;
  const next = startDaemon(rehearsal);
  await waits(next);
  const { open, orders, strategies } = reportOf(rehearsal);
  expect(open).toMatchObject([{ kind: 'leg', netUnits: 65 }]);
  expect({ placed: orders.placed, ran: strategies.length }).toEqual({ placed: 1, ran: 1 });
  const late = next.out.split('\n').find((line) => line.includes('"code":"day-finished-late"'));
  expect(JSON.parse(late ?? '{}')).toMatchObject({ severity: 'critical', facts: { date: FRIDAY } });
  expect(filesIn(rehearsal, 'evidence')).toHaveLength(1);
  expect(platform.orders()).toHaveLength(sent);
});
