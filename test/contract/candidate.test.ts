import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { checkCandidate, type CandidateOptions } from '../../src/day/reload/check-candidate.ts';
import { runsOfDay } from '../../src/day/reload/runs-of-day.ts';
import { driveVirtual } from '../../src/kernel/drive-virtual.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { valueOf } from '../support/simulated-day.ts';
import { virtualProcess, virtualWorld } from '../support/virtual-day.ts';

const DATE = '2026-10-30';
const directory = mkdtempSync(join(tmpdir(), 'sauda-candidate-'));
const legs = join(directory, 'pair.yaml');
const code = join(directory, 'minutes.ts');
const journal = createMemoryJournal();
/** Of a process that stood still as the entry was due. */
const lateJournal = createMemoryJournal();
const knowledge = loadMarketKnowledge();

function pair({ name = 'pair', lots = 1 } = {}): string {
  return `name: ${name}\nschemaVersion: 1\nunderlying: NIFTY\nentry: '09:20'\nexit: '15:10'\nlots: ${String(lots)}
legs:\n  ce: {side: sell, type: CE, strike: ATM}\n`;
}

/** Says something every minute. */
function minutes(body: string): string {
  return `import { alert, defineStrategy, z } from 'sauda';
import { interval, map } from 'rxjs';

export default defineStrategy({
  name: 'minutes',
  params: z.object({}),
  run: () =>
    interval(60_000).pipe(
      map((minute) => {
        ${body}
      }),
    ),
});
`;
}

const SAYS = 'return alert("info", String(minute));';

/** Records a morning, in which the process stands still from one time to another. */
async function record(into: typeof journal, [fromMs, untilMs]: readonly [number, number]) {
  const strategies = [valueOf(await loadStrategy(legs)), valueOf(await loadStrategy(code))];
  const limits = { quotesPollMs: 10_000, ordersWorkingPollMs: 10_000 };
  const common = { strategies, seed: 'candidate', stepMs: 10_000, journal: into, limits };
  const world = virtualWorld(common);
  world.clock.advanceTo(instantAt(DATE, '09:14'));
  const day = virtualProcess(world, common);
  day.start({ sources: 'left-closed' });
  driveVirtual(day.kernel, world.clock, fromMs);
  world.clock.advanceTo(untilMs);
  driveVirtual(day.kernel, world.clock, instantAt(DATE, '09:26'));
  day.kernel.write();
}

beforeAll(async () => {
  writeFileSync(legs, pair());
  writeFileSync(code, minutes(SAYS));
  const entryMs = instantAt(DATE, '09:20');
  await record(journal, [entryMs, entryMs]);
  await record(lateJournal, [entryMs - 1_000, entryMs + 1_900]);
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function checked(strategy: 'pair' | 'minutes', more: Partial<CandidateOptions> = {}) {
  const run = runsOfDay(journal, DATE).find(({ header }) => header.strategy === strategy);
  if (run === undefined) throw new TypeError(`No run of ${strategy}`);
  const { header, about } = run;
  const { runId } = header;
  const common = { journal, date: DATE, mode: 'paper', knowledge, calendar: null } as const;
  return checkCandidate({ ...common, hidden: [], runId, strategy, about, types: false, ...more });
}

it('decides the same from the same file', async () => {
  writeFileSync(legs, pair());
  expect(await checked('pair')).toMatchObject({
    ok: true,
    value: { recorded: 1, replayed: 1, changes: [], path: legs },
  });
});

it('is refused where it asks for another broker than its run', async () => {
  writeFileSync(legs, `${pair()}broker: hedge-fund\n`);
  const refused = await checked('pair', { broker: null });
  expect(refused).toMatchObject({
    ok: false,
    error: {
      why: 'other-broker',
      problems: [{ file: legs, found: '"hedge-fund"', allowed: 'none' }],
    },
  });
  expect(await checked('pair', { broker: 'hedge-fund' })).toMatchObject({ ok: true });
});

it('decides the same from the same file as a process that came to it late', async () => {
  const dueMs = instantAt(DATE, '09:20');
  const decided = [...lateJournal.entriesOf(DATE)]
    .filter((of) => JSON.stringify(of).includes('"commands-emitted"'))
    .map(({ atMs }) => atMs - dueMs);
  expect(decided).toContain(1_900);
  expect(await checked('minutes', { journal: lateJournal })).toMatchObject({
    ok: true,
    value: { changes: [] },
  });
});

it('shows what another version would have decided over the inputs of today', async () => {
  writeFileSync(legs, pair({ lots: 2 }));
  const found = await checked('pair');
  expect(found).toMatchObject({ ok: true, value: { changes: [{ kind: 'resized' }] } });
  if (!found.ok) return;
  const { changes, sourceHash, sourceHashBefore } = found.value;
  expect(changes[0]?.atMs).toBe(instantAt(DATE, '09:20'));
  expect(sourceHash).not.toBe(sourceHashBefore);
});

it('refuses a file with a slip, and says where it is', async () => {
  writeFileSync(legs, `${pair()}  pe: {side: sel, type: PE, strike: ATM}\n`);
  expect(await checked('pair')).toMatchObject({
    ok: false,
    error: { why: 'unusable', problems: [{ line: 9, found: '"sel"' }] },
  });
});

it('refuses a file that is gone, and one with another strategy', async () => {
  rmSync(legs);
  expect(await checked('pair')).toMatchObject({ ok: false, error: { why: 'unusable' } });
  writeFileSync(legs, pair({ name: 'other' }));
  expect(await checked('pair')).toMatchObject({ ok: false, error: { why: 'other-strategy' } });
});

it('refuses code that fails over the inputs of today, with its line', async () => {
  writeFileSync(code, minutes(`if (minute > 3) throw new Error('four');\n        ${SAYS}`));
  const found = await checked('minutes');
  expect(found).toMatchObject({ ok: false, error: { why: 'replay' } });
  const message = found.ok ? '' : found.error.problems[0]?.message;
  expect(message).toMatch(/fails over the inputs of today: .*four.*minutes\.ts:10/);
});

it('refuses code that does not return', async () => {
  writeFileSync(code, minutes(`if (minute > 3) for (;;);\n        ${SAYS}`));
  const deadlines = { answerWithinMs: 700 };
  expect(await checked('minutes', { deadlines })).toMatchObject({
    ok: false,
    error: { why: 'endless' },
  });
});

it('refuses code that would fail later in the day', async () => {
  writeFileSync(code, minutes(`if (minute > 200) throw new Error('late');\n        ${SAYS}`));
  expect(await checked('minutes')).toMatchObject({ ok: false, error: { why: 'trial' } });
});

it('refuses code with errors of types, at their place', async () => {
  writeFileSync(code, minutes(SAYS));
  const wrong = { file: code, line: 10, column: 9, code: 'TS2322', message: 'Not assignable' };
  const compile = () =>
    Promise.resolve([{ files: [code], kind: 'compiled' as const, problems: [wrong] }]);
  expect(await checked('minutes', { types: true, compile })).toMatchObject({
    ok: false,
    error: { why: 'types', problems: [{ message: 'TS2322: Not assignable', line: 10 }] },
  });
});
