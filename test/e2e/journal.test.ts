import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';
import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { runCli } from '../../src/apps/cli/run-cli.ts';
import { EventEncoder } from '../../src/engine/codec/event-codec.ts';
import { type EngineEvent } from '../../src/engine/event.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { type JournalEntry } from '../../src/ports/journal.ts';
import { fakeTerminal } from '../support/fake-terminal.ts';

const NAME = 'main-paper.journal';
const AT_MS = instantAt('2026-11-23', '10:00');

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-journal-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const ATTEMPT_ENDED: EngineEvent = {
  kind: 'attempt-ended',
  atMs: AT_MS + 40,
  attemptId: 'a1',
  result: {
    kind: 'place',
    outcome: {
      kind: 'accepted',
      value: new Map([['tag-1', { kind: 'accepted', orderId: '77', detail: '' }]]),
    },
  },
};

function keepDays(): void {
  const opened = openJournal({ path: join(directory, NAME), account: 'main', mode: 'paper' });
  if (!opened.ok) return;
  const days: readonly (readonly EngineEvent[])[] = [
    [{ kind: 'time-passed', atMs: AT_MS }, ATTEMPT_ENDED],
    [{ kind: 'restarted', atMs: AT_MS + 86_400_000, lastAtMs: AT_MS }],
  ];
  for (const events of days) {
    const encoder = new EventEncoder();
    const entries = events.map((event): JournalEntry => ({
      kind: 'event',
      atMs: event.atMs,
      event: encoder.encode(event),
    }));
    opened.value.append(entries);
  }
  opened.value.close();
}

async function sauda(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = fakeTerminal();
  const code = await runCli(['journal', ...args], {
    terminal,
    environment: {},
    workingDirectory: directory,
    signal: new AbortController().signal,
  });
  return { code, ...terminal.written };
}

test('entries are printed as lines with their IST time, events as they were', async () => {
  keepDays();
  const { code, out } = await sauda(NAME, '--date', '2026-11-23');
  expect(code).toBe(EXIT_CODES.ok);
  const [first, second, ...more] = out.trimEnd().split('\n');
  expect(first).toBe('2026-11-23 10:00:00.000  time-passed');
  expect(second).toContain('2026-11-23 10:00:00.040  attempt-ended  {"attemptId":"a1"');
  expect(second).toContain('"tag-1":{"kind":"accepted","orderId":"77"');
  expect(more).toStrictEqual([]);
});

test('entries are picked by kind, and are JSON lines on request', async () => {
  keepDays();
  const { out } = await sauda(NAME, '--kind', 'restarted,halt', '--json');
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(out)).toStrictEqual({
    kind: 'event',
    atMs: AT_MS + 86_400_000,
    event: { kind: 'restarted', atMs: AT_MS + 86_400_000, lastAtMs: AT_MS },
  });
});

test('a whole journal is verified and counted', async () => {
  keepDays();
  const { code, out } = await sauda(NAME, '--verify');
  expect(code).toBe(EXIT_CODES.ok);
  expect(out).toMatch(/^As it was written: 2 blocks, 3 entries, 2 dates, \d+ bytes\n/);
  const json = await sauda(NAME, '--verify', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ account: 'main', mode: 'paper', entries: 3 });
});

test('a journal whose last block is gone is told as such, and a copy of it is not made', async () => {
  leftByAKill('left.journal', ['', '-wal', '.control/mark']);
  const log = join(directory, 'left.journal-wal');
  truncateSync(log, statSync(log).size - 1);
  for (const asked of [['--verify'], ['--copy', 'one.journal'], []]) {
    const { code, out, err } = await sauda('left.journal', ...asked);
    expect({ code, out }).toEqual({ code: EXIT_CODES.found, out: '' });
    expect(err).toContain('block number 2, of 2026-11-23, is missing at its end, all since');
  }
  expect(readdirSync(directory)).not.toContain('one.journal');
});

test('a journal without a mark of its end is told as such', async () => {
  leftByAKill('left.journal', ['', '-wal']);
  const { code, out } = await sauda('left.journal', '--verify');
  expect(code).toBe(EXIT_CODES.ok);
  expect(out).toContain('no mark of its last block (left.journal.control/mark)');
  const { out: json } = await sauda('left.journal', '--verify', '--json');
  expect(JSON.parse(json)).toMatchObject({ isMarked: false });
});

test('a journal that was changed is told with the block, and nothing of that day is printed', async () => {
  keepDays();
  const database = new DatabaseSync(join(directory, NAME));
  database.exec(`DROP TRIGGER blocks_no_update;
    UPDATE blocks SET entries = replace(entries, '"77"', '"78"')`);
  database.close();
  const verified = await sauda(NAME, '--verify');
  expect(verified.code).toBe(EXIT_CODES.found);
  expect(verified.err).toContain('Block 1, of 2026-11-23, is not as it was written');
  const printed = await sauda(NAME, '--date', '2026-11-23');
  expect(printed.code).toBe(EXIT_CODES.found);
  expect(printed.out).toBe('');
});

test.each([
  [['none.journal'], EXIT_CODES.configuration, 'does not exist'],
  [['notes.txt'], EXIT_CODES.configuration, 'is not a journal of sauda'],
  [[NAME, '--date', '2026-11-25'], EXIT_CODES.usage, '2026-11-23, 2026-11-24'],
  [[NAME, '--kind', 'intents'], EXIT_CODES.usage, 'nearest  intent'],
])('%j is refused with the reason', async (args, exit, reason) => {
  keepDays();
  writeFileSync(join(directory, 'notes.txt'), 'hello\n'.repeat(1000));
  const { code, err } = await sauda(...args);
  expect(code).toBe(exit);
  expect(err).toContain(reason);
});

/** The files of a journal as a killed program leaves them, under another name; the log only when asked for. */
function leftByAKill(name: string, endings: readonly string[]): void {
  const path = join(directory, 'killed.journal');
  const opened = openJournal({ path, account: 'main', mode: 'paper' });
  if (!opened.ok) return;
  const halt = { state: 'halted', reason: 'x', sinceMs: AT_MS, by: 'operator' } as const;
  for (let block = 0; block < 2; block += 1) {
    opened.value.append([{ kind: 'halt', atMs: AT_MS, halt }]);
  }
  for (const ending of endings) {
    mkdirSync(dirname(join(directory, `${name}${ending}`)), { recursive: true });
    copyFileSync(`${path}${ending}`, join(directory, `${name}${ending}`));
  }
  opened.value.close();
}

test('a journal that was copied without its log is told as such', async () => {
  leftByAKill('bare.journal', ['']);
  writeFileSync(join(directory, 'empty.journal'), '');
  for (const name of ['bare.journal', 'empty.journal']) {
    const { code, err } = await sauda(name);
    expect(code).toBe(EXIT_CODES.configuration);
    expect(err).toContain('is empty: was it copied without its -wal file?');
    expect(err).toContain('--copy');
  }
});

test('--copy makes one whole file of a journal and its log', async () => {
  leftByAKill('left.journal', ['', '-wal']);
  const copied = await sauda('left.journal', '--copy', 'one.journal');
  expect(copied.out).toMatch(/^As it was written: 2 blocks, 2 entries, 1 date, \d+ bytes\n/);
  expect(copied.out).toContain('last entry 2026-11-23T10:00:00');
  expect(copied.code).toBe(EXIT_CODES.ok);
  expect(readdirSync(directory)).not.toContain('one.journal-wal');
  expect(statSync(join(directory, 'one.journal')).mode & 0o777).toBe(0o600);
  const { out } = await sauda('one.journal', '--kind', 'halt');
  expect(out).toContain('"state":"halted"');
});

test('--copy leaves a file that is there already as it is', async () => {
  leftByAKill('left.journal', ['', '-wal']);
  writeFileSync(join(directory, 'notes.txt'), 'mine');
  const { code, err } = await sauda('left.journal', '--copy', 'notes.txt');
  expect(code).toBe(EXIT_CODES.usage);
  expect(err).toContain('notes.txt');
  expect(readFileSync(join(directory, 'notes.txt'), 'utf8')).toBe('mine');
});

test('a journal that a process is writing is told as such', async () => {
  const path = join(directory, NAME);
  const held = openJournal({ path, account: 'main', mode: 'paper' });
  const { code, err } = await sauda(NAME);
  if (held.ok) held.value.close();
  expect(code).toBe(EXIT_CODES.configuration);
  expect(err).toContain('in use by another process');
});
