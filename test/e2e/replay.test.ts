import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { Desk } from './in-process.ts';

const desk = new Desk();
const JOURNAL = 'day.journal';
const RUN = ['run', '--journal', JOURNAL, '--speed', 'max', '--json', '--at', '2026-10-30T15:00'];

afterAll(() => {
  desk.close();
});

/** The day to be replayed could not be run. */
class NoDay extends Error {
  override readonly name = 'NoDay';
}

/** What may differ between versions of a strategy. */
interface Version {
  readonly name?: string;
  readonly entry?: string;
  readonly ce?: string;
  readonly pe?: string;
}

/** Entry, exit and the lots of legs that do not say their own are its parameters. */
function legs({ name = 'pair', entry = '15:05', ce = '', pe = ', lots: 1' }: Version = {}): string {
  return `name: ${name}
schemaVersion: 1
underlying: NIFTY
entry: '${entry}'
exit: '15:10'
lots: 1
legs:
  ce: {side: sell, type: CE, strike: ATM${ce}}
  pe: {side: sell, type: PE, strike: ATM${pe}}
`;
}

const BREAKOUT = "entry: {range: 15 minutes, bar: 5 minutes, before: '15:08', otherSide: exit}";

/** Far between polls, so that an hour over HTTP takes a second. */
const ENGINE =
  'engine: {quotesPoll: 20s, quotesStale: 60s, ordersPollWorking: 20s, ordersPollIdle: 30s, ordersStale: 90s}';

function config(account: string): string {
  return desk.write(`${account}.yaml`, `account: ${account}\n${ENGINE}\n`);
}

beforeAll(async () => {
  config('main');
  desk.write('pair.yaml', legs());
  const ran = await desk.sauda(...RUN, 'pair.yaml', '--config', 'main.yaml');
  if (ran.code !== EXIT_CODES.ok) throw new NoDay(ran.err + ran.out);
}, 60_000);

test('the same strategy decides the same: code 0', async () => {
  const { code, out } = await desk.sauda('replay', JOURNAL);
  expect(code).toBe(EXIT_CODES.ok);
  expect(out).toMatch(/pair@2026-10-30\/paper {2}\d recorded, \d replayed: the same/);
});

test("a changed strategy's own parameters count, and are told beside the recorded ones: code 1", async () => {
  desk.write('later.yaml', legs({ entry: '15:07' }));
  const { code, out } = await desk.sauda('replay', JOURNAL, '--strategy', 'later.yaml');
  expect(out).toContain('    parameter entry: 15:05 recorded, 15:07 now\n');
  expect(out).toMatch(/^ {4}removed {2}15:05:/m);
  expect(code).toBe(EXIT_CODES.found);
  const json = await desk.sauda('replay', JOURNAL, '--strategy', 'later.yaml', '--json');
  const parameters = [{ name: 'entry', recorded: '15:05', now: '15:07', file: '15:07' }];
  expect(JSON.parse(json.out)).toMatchObject({ days: [{ runs: [{ parameters }] }] });
});

test('--param is over what a changed strategy says itself', async () => {
  desk.write('later.yaml', legs({ entry: '15:07' }));
  const later = ['replay', JOURNAL, '--strategy', 'later.yaml'];
  const { code, out } = await desk.sauda(...later, '--param', 'entry=15:05');
  expect(out).toContain('    parameter entry: 15:05, as recorded (15:07 in the file)\n');
  expect(code).toBe(EXIT_CODES.ok);
});

test.each([
  [['--param', 'entry=15:06'], EXIT_CODES.usage, 'Add --strategy FILE'],
  [['--strategy', 'pair.yaml', '--param', 'entry=15:06,15:07'], EXIT_CODES.usage, 'several values'],
  [['--strategy', 'pair.yaml', '--param', 'entyr=15:06'], EXIT_CODES.configuration, 'entry'],
])('%j is refused: it would say nothing', async (args, exit, told) => {
  const { code, out, err } = await desk.sauda('replay', JOURNAL, ...args);
  expect(code).toBe(exit);
  expect(err).toContain(told);
  expect(out).toBe('');
});

test('what a configuration gave a run stays over the file, which may be changed in its place', async () => {
  const listed = desk.write('listed.yaml', legs());
  const account = `account: given\n${ENGINE}\n`;
  desk.write(
    'given.yaml',
    `${account}strategies: [{path: listed.yaml, params: {entry: '15:06'}}]\n`,
  );
  const given = RUN.map((word) => (word === JOURNAL ? 'given.journal' : word));
  expect((await desk.sauda(...given, '--config', 'given.yaml')).code).toBe(EXIT_CODES.ok);
  const same = await desk.sauda('replay', 'given.journal', '--strategy', 'listed.yaml');
  expect(same.out).toContain('    parameter entry: 15:06, as recorded (15:05 in the file)\n');
  expect(same.code).toBe(EXIT_CODES.ok);
  writeFileSync(listed, legs().replace("exit: '15:10'", "exit: '15:12'"));
  const changed = await desk.sauda('replay', 'given.journal');
  expect(changed.out).toContain('    parameter exit: 15:10 recorded, 15:12 now\n');
  expect(changed.out).toContain(': differs\n');
  expect(changed.code).toBe(EXIT_CODES.found);
  desk.write(
    'breakout.yaml',
    legs().replace("entry: '15:05'", BREAKOUT).replaceAll('{side', '{when: above, side'),
  );
  const other = await desk.sauda('replay', 'given.journal', '--strategy', 'breakout.yaml');
  expect(other.out).toContain('does not take the parameters that its run was given');
  expect(other.code).toBe(EXIT_CODES.found);
}, 20_000);

test('what a changed strategy decides otherwise is told: code 1', async () => {
  desk.write('larger.yaml', legs({ pe: ', lots: 2' }));
  const larger = await desk.sauda('replay', JOURNAL, '--strategy', 'larger.yaml', '--json');
  expect(larger.code).toBe(EXIT_CODES.found);
  const days = [{ date: '2026-10-30', runs: [{ problem: null, changes: [{ kind: 'resized' }] }] }];
  expect(JSON.parse(larger.out)).toMatchObject({ schemaVersion: 1, days });
  desk.write(
    'other.yaml',
    legs({ pe: ', lots: 1, stop: 30%' }).replace('PE, strike: ATM', 'PE, strike: OTM2'),
  );
  const other = await desk.sauda('replay', JOURNAL, '--strategy', 'other.yaml');
  expect(other.code).toBe(EXIT_CODES.found);
  expect(other.out).toContain(': differs\n');
  expect(other.out).toMatch(/^ {4}added {4}15:05:/m);
  expect(other.out).toMatch(/^ {4}removed {2}15:05:/m);
});

test('a changed strategy need not have the recorded parameters', async () => {
  desk.write('own.yaml', legs({ ce: ', lots: 1' }).replace('lots: 1\nlegs', 'legs'));
  const { code, out } = await desk.sauda('replay', JOURNAL, '--strategy', 'own.yaml');
  expect(out).toContain('    parameter lots: 1 recorded, none now\n');
  expect(out).toContain(': the same\n');
  expect(code).toBe(EXIT_CODES.ok);
});

test.each([
  [['replay', JOURNAL], EXIT_CODES.configuration],
  [['replay', JOURNAL, '--strategy', 'pair.yaml'], EXIT_CODES.configuration],
  [['replay', JOURNAL, '--json'], EXIT_CODES.configuration],
  [['journal', JOURNAL, '--verify'], EXIT_CODES.usage],
])('%j with a date that is not there compares nothing, and says so', async (args, exit) => {
  const { code, out, err } = await desk.sauda(...args, '--date', '2026-10-31');
  expect(code).toBe(exit);
  const told = args.includes('--json') ? out : err;
  expect(told).toContain('2026-10-31');
  expect(told).toContain('2026-10-30');
  expect(told).not.toContain('pair');
});

test('a changed strategy of another name was shown nothing: code 3', async () => {
  desk.write('stranger.yaml', legs({ name: 'stranger' }));
  const { code, err } = await desk.sauda('replay', JOURNAL, '--strategy', 'stranger.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('No day in the journal has a run of "stranger"');
});

test('status is read from the journal when no program runs', async () => {
  const args = ['status', '--journal', JOURNAL];
  const { code, out } = await desk.sauda(...args, '--json');
  expect(code).toBe(EXIT_CODES.ok);
  expect(JSON.parse(out)).toMatchObject({
    schemaVersion: 1,
    isRunning: false,
    halt: { state: 'active' },
    runs: [{ runId: 'pair@2026-10-30/paper' }],
    unresolved: [],
    positions: [],
  });
  expect((await desk.sauda(...args)).out).toMatch(
    /^No program is running; journal \S+\n {2}next {2}start it again .*\nactive \(at 15:/,
  );
});

test.each([
  [['replay', 'none.journal']],
  [['status', '--journal', 'none.journal']],
  [['journal', 'none.journal']],
])('%j: a missing journal is told: code 3', async (args) => {
  const { code, err } = await desk.sauda(...args);
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('none.journal');
});

test("another account's journal is refused: code 3", async () => {
  config('other');
  const { code, out } = await desk.sauda(...RUN, 'pair.yaml', '--config', 'other.yaml');
  expect(code).toBe(EXIT_CODES.configuration);
  expect(out).toContain('main');
});

test.each([
  [['replay', 'damaged.journal']],
  [['status', '--journal', 'damaged.journal']],
  [
    [
      'run',
      'pair.yaml',
      '--journal',
      'damaged.journal',
      '--config',
      'main.yaml',
      '--at',
      '2026-10-30T15:00',
    ],
  ],
])('%j: a damaged journal stops everything: code 9', async (args) => {
  const path = join(desk.directory, 'damaged.journal');
  copyFileSync(join(desk.directory, JOURNAL), path);
  const database = new DatabaseSync(path);
  // The day is over, so it is packed; what was written since is not.
  database.exec(`DROP TRIGGER packs_no_update; UPDATE packs SET packed = zeroblob(10);
    DROP TRIGGER blocks_no_update; UPDATE blocks SET entries = '{}'`);
  database.close();
  const { code, err } = await desk.sauda(...args);
  expect(code).toBe(EXIT_CODES.halted);
  expect(err).toContain('is not as it was written');
});
