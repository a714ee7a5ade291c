import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Readable } from 'node:stream';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type JournalEntry } from '../../ports/journal.ts';
import { type VerifiableJournal } from './block-journal.ts';
import { UnreadableJournal } from './journal-failures.ts';
import {
  hasDied,
  isProcessLocked,
  lockDirectory,
  lockedBy,
  lockProcess,
  noteStopping,
  wasLocked,
} from './process-lock.ts';
import { openJournal } from './sqlite-journal.ts';

const HOLDER = join(import.meta.dirname, '../../../test/support/hold-lock.ts');
const WRITER = join(import.meta.dirname, '../../../test/support/hold-journal.ts');
const LOOKER = join(import.meta.dirname, '../../../test/support/look-at-database.ts');
const ENTRY: JournalEntry = { kind: 'event', atMs: Date.UTC(2026, 10, 23, 5), event: 1 };

function spawnAt(program: string, file: string): ChildProcessByStdio<null, Readable, null> {
  return spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
}

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-lock-'));
  path = join(directory, 'main.live.journal');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function opened(): VerifiableJournal {
  const journal = openJournal({ path, account: 'main', mode: 'live' });
  if (!journal.ok) throw new UnreadableJournal(journal.error);
  return journal.value;
}

/** Every file below a directory, and what is in it. */
function filesIn(root: string): readonly (readonly [string, string])[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => [file, readFileSync(file, 'latin1')] as const);
}

test.each([
  [
    'removed',
    (): void => {
      rmSync(path);
    },
  ],
  [
    'replaced',
    (): void => {
      rmSync(path);
      writeFileSync(`${path}.new`, '');
      renameSync(`${path}.new`, path);
    },
  ],
])('a journal that is %s while it is open keeps nothing more, and says so', (_, disturb) => {
  const journal = opened();
  expect(journal.append([ENTRY])).toMatchObject({ ok: true });
  disturb();
  expect(journal.append([ENTRY])).toMatchObject({ ok: false, error: { kind: 'moved' } });
  expect(journal.append([ENTRY])).toMatchObject({ ok: false, error: { kind: 'moved' } });
  journal.close();
});

test('a journal that is put back goes on where it was', () => {
  const journal = opened();
  journal.append([ENTRY]);
  renameSync(path, `${path}.aside`);
  expect(journal.append([ENTRY])).toMatchObject({ ok: false, error: { kind: 'moved' } });
  renameSync(`${path}.aside`, path);
  expect(journal.append([ENTRY])).toMatchObject({ ok: true });
  expect([...journal.entriesOf('2026-11-23')]).toStrictEqual([ENTRY, ENTRY]);
  journal.close();
});

test('another process is kept out whatever becomes of the journal, and a kill frees it', async () => {
  const holder = spawn(process.execPath, [HOLDER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(holder, 'exit');
  await once(holder.stdout, 'data');
  rmSync(path, { force: true });
  expect(isProcessLocked(path)).toBe(true);
  expect(lockedBy(path)).toBe(holder.pid);
  expect(lockProcess(path, 1)).toMatchObject({
    ok: false,
    error: { kind: 'in-use', detail: expect.stringContaining(String(holder.pid)) as unknown },
  });
  holder.kill('SIGKILL');
  await exit;
  expect(isProcessLocked(path)).toBe(false);
  const lock = lockProcess(path, 77);
  expect(lock.ok).toBe(true);
  expect(lockedBy(path)).toBe(77);
  if (lock.ok) lock.value.release();
  expect(lockedBy(path)).toBeNull();
});

test('a process that only looks whether one is locked keeps no one from locking it', async () => {
  const before = lockProcess(path, 1);
  if (before.ok) before.value.release();
  const looker = spawnAt(LOOKER, join(lockDirectory(path), 'lock'));
  const exit = once(looker, 'exit');
  await once(looker.stdout, 'data');
  const lock = lockProcess(path, 77);
  expect(lock).toMatchObject({ ok: true });
  if (lock.ok) lock.value.release();
  await exit;
});

test('nor does one that reads the journal of a killed process keep the next from opening it', async () => {
  const writer = spawnAt(WRITER, path);
  const killed = once(writer, 'exit');
  await once(writer.stdout, 'data');
  writer.kill('SIGKILL');
  await killed;
  const looker = spawnAt(LOOKER, path);
  const exit = once(looker, 'exit');
  await once(looker.stdout, 'data');
  const journal = openJournal({ path, account: 'main', mode: 'paper' });
  expect(journal).toMatchObject({ ok: true });
  if (journal.ok) journal.value.close();
  await exit;
});

test('a lock whose file is gone says so, and asking about one makes nothing', () => {
  expect([isProcessLocked(path), wasLocked(path), lockedBy(path)]).toStrictEqual([
    false,
    false,
    null,
  ]);
  expect(existsSync(`${path}.control`)).toBe(false);
  const lock = lockProcess(path, 77);
  if (!lock.ok) throw new UnreadableJournal(lock.error);
  expect(readFileSync(`${path}.control/lock`)).toHaveLength(0);
  expect(lock.value.failure()).toBeNull();
  rmSync(`${path}.control`, { recursive: true });
  expect(lock.value.failure()).toMatchObject({
    kind: 'moved',
    detail: expect.stringContaining('may not reach this program (PID 77)') as unknown,
    next: expect.stringContaining('kill 77') as unknown,
  });
  lock.value.release();
});

test('a lock that was released is not released again, when another process has it', () => {
  const first = lockProcess(path, 1);
  if (!first.ok) throw new UnreadableJournal(first.error);
  first.value.release();
  const second = lockProcess(path, 2);
  if (!second.ok) throw new UnreadableJournal(second.error);
  first.value.release();
  expect(lockedBy(path)).toBe(2);
  second.value.release();
});

test.each([
  ['removed', false],
  ['moved aside', true],
])('who had the lock of a directory that was %s takes nothing from the next', (_, isAside) => {
  const first = lockProcess(path, 1);
  const journal = opened();
  journal.append([ENTRY]);
  if (!first.ok) throw new UnreadableJournal(first.error);
  if (isAside) renameSync(directory, `${directory}.aside`);
  else rmSync(directory, { recursive: true });
  const second = lockProcess(path, 2);
  if (!second.ok) throw new UnreadableJournal(second.error);
  const next = opened();
  next.append([ENTRY]);
  const before = filesIn(directory);
  journal.close();
  first.value.release();
  expect(lockedBy(path)).toBe(2);
  expect(filesIn(directory)).toEqual(before);
  next.close();
  second.value.release();
  rmSync(`${directory}.aside`, { recursive: true, force: true });
});

/** Files that this process has open. */
function openFiles(): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((handle) => {
    const file = `/proc/self/fd/${handle}`;
    return existsSync(file) ? readlinkSync(file) : [];
  });
}

test('asking whether another process has the lock leaves no file open', () => {
  const held = lockProcess(path, 1);
  if (!held.ok) throw new UnreadableJournal(held.error);
  expect(isProcessLocked(path)).toBe(true);
  held.value.release();
  expect(isProcessLocked(path)).toBe(false);
  expect(openFiles()).not.toContain(join(`${path}.control`, 'lock'));
});

test('a lock that cannot be taken leaves no file open', () => {
  const lock = join(`${path}.control`, 'lock');
  mkdirSync(`${path}.control`);
  writeFileSync(lock, 'no database'.repeat(100));
  const locked = lockProcess(path, 1);
  expect(locked).toMatchObject({
    ok: false,
    error: { kind: expect.not.stringMatching('in-use') as string },
  });
  expect(openFiles()).not.toContain(lock);
});

test.each([
  ['1', 1],
  ['0', null],
  ['-7', null],
  ['1.5', null],
  ['seven', null],
])('a process that says it is "%s" is %s', (text, pid) => {
  mkdirSync(`${path}.control`);
  writeFileSync(join(`${path}.control`, 'pid'), text);
  expect(lockedBy(path)).toBe(pid);
});

test('a journal that was closed leaves none of its files open', () => {
  opened().close();
  expect(openFiles().filter((file) => file.startsWith(directory))).toEqual([]);
});

test('a process has died that is gone without an end in order, and was not asked to stop', async () => {
  expect(hasDied(path)).toBe(false);
  const killed = async (isAsked: boolean): Promise<boolean> => {
    const holder = spawnAt(HOLDER, path);
    await once(holder.stdout, 'data');
    if (isAsked) noteStopping(path);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    return hasDied(path);
  };
  expect(await killed(true)).toBe(false);
  // Whoever has the lock next was not asked yet.
  expect(await killed(false)).toBe(true);
  const lock = lockProcess(path, process.pid);
  if (lock.ok) lock.value.release();
  expect(hasDied(path)).toBe(false);
});
