import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { lockProcess } from '../../adapters/journal/process-lock.ts';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import { noticeText } from '../../notices/notice.ts';
import { type JournalEntry, type JournalFailure } from '../../ports/journal.ts';
import { isJournalInUse, openDayJournal, processOf, refuseJournal } from './open-day-journal.ts';

const ENTRY: JournalEntry = { kind: 'event', atMs: Date.UTC(2026, 10, 23, 5), event: 1 };

let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-day-journal-'));
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** What is told when a journal is opened; `during` works while it is open. */
function warningOf(path: string, during: () => void = () => undefined): string | null {
  const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
  if (!opened.ok) return opened.error.problems[0]?.message ?? null;
  during();
  opened.value.journal.close();
  const { warning } = opened.value;
  return warning === null ? null : noticeText(warning);
}

test('a copy without its log, put in the place of a journal, is told as one that begins anew', () => {
  const path = join(directory, 'main.paper.journal');
  const bare = join(directory, 'bare');
  expect(
    warningOf(path, () => {
      copyFileSync(path, bare);
    }),
  ).toBeNull();
  expect(warningOf(path)).toBeNull();
  copyFileSync(bare, path);
  expect(warningOf(path)).toContain('starts fresh');
});

test('a journal that was removed from beside its log is told so too', () => {
  const path = join(directory, 'main.paper.journal');
  expect(warningOf(path)).toBeNull();
  rmSync(path);
  writeFileSync(`${path}-wal`, '');
  expect(warningOf(path)).toContain('starts fresh');
});

test('the first start of an account is the first, whatever its API, its alerts or a request left before the journal', () => {
  const path = join(directory, 'main.paper.journal');
  mkdirSync(`${path}.control`, { mode: 0o700 });
  writeFileSync(`${path}.control/api.token`, 'token');
  expect(warningOf(path)).toBeNull();
  rmSync(path);
  expect(warningOf(path)).toContain('starts fresh');
});

test('is new until something is written to it', () => {
  const path = join(directory, 'main.paper.journal');
  const isNew = (): boolean => {
    const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
    if (!opened.ok) throw new TypeError('The journal cannot be opened');
    opened.value.journal.append([ENTRY]);
    opened.value.journal.close();
    return opened.value.isNew;
  };
  expect(isNew()).toBe(true);
  expect(isNew()).toBe(false);
});

test('a second process of an account is refused, and the first goes on', () => {
  const place = {
    path: join(directory, 'main.paper.journal'),
    account: 'main',
    mode: 'paper',
  } as const;
  const first = openDayJournal(place);
  expect(openDayJournal(place)).toMatchObject({ ok: false, error: { kind: 'configuration' } });
  if (!first.ok) throw new TypeError('The journal cannot be opened');
  expect(first.value.journal.append([ENTRY])).toMatchObject({ ok: true });
  first.value.journal.close();
});

test('a look at whether a journal is in use keeps no one from opening it', () => {
  const path = join(directory, 'main.paper.journal');
  expect(warningOf(path)).toBeNull();
  expect(isJournalInUse(path)).toBe(false);
  expect(
    warningOf(path, () => {
      expect(isJournalInUse(path)).toBe(true);
    }),
  ).toBeNull();
});

/**
 * A journal as a kill leaves it after some appends; the copy has its directory too.
 *
 * @throws {TypeError} when it cannot be opened
 */
function killedAfter(appends: number): string {
  const from = join(directory, 'live.paper.journal');
  const path = join(directory, 'main.paper.journal');
  const opened = openDayJournal({ path: from, account: 'main', mode: 'paper' });
  if (!opened.ok) throw new TypeError('The journal cannot be opened');
  for (let count = 0; count < appends; count += 1) opened.value.journal.append([ENTRY]);
  for (const part of ['', '-wal']) copyFileSync(`${from}${part}`, `${path}${part}`);
  mkdirSync(`${path}.control`);
  copyFileSync(`${from}.control/mark`, `${path}.control/mark`);
  opened.value.journal.close();
  return path;
}

/**
 * What a start finds.
 *
 * @throws {TypeError} when it cannot be opened
 */
function foundIn(path: string): Record<'isNew' | 'warning' | 'lost', unknown> {
  const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
  if (!opened.ok) throw new TypeError('The journal cannot be opened');
  opened.value.journal.close();
  const { isNew, warning, lost } = opened.value;
  return { isNew, warning, lost };
}

test('a journal whose log lost its end says which blocks are missing, since when, and what to do', () => {
  const path = killedAfter(3);
  truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 1);
  const { isNew, warning, lost } = foundIn(path);
  expect({ isNew, warning }).toEqual({ isNew: false, warning: null });
  expect(lost).toMatchObject({
    kind: 'damaged',
    detail: expect.stringMatching(
      /^block number 3, of 2026-11-23, is missing at its end, all since 2026-11-23T10:30:00/,
    ) as unknown,
    next: expect.stringContaining('check the platform') as unknown,
  });
});

test('a journal of which nothing is left begins anew, and says what it had', () => {
  const path = killedAfter(3);
  truncateSync(`${path}-wal`, 100);
  const { isNew, warning, lost } = foundIn(path);
  expect({ isNew, lost }).toEqual({ isNew: true, lost: null });
  expect(warning).toMatchObject({
    code: 'journal-starts-fresh',
    facts: {
      path,
      lost: expect.stringMatching(/whose last block was number 3, of 2026-11-23$/) as unknown,
    },
  });
});

test('a whole journal after a kill has nothing to say', () => {
  expect(foundIn(killedAfter(3))).toEqual({ isNew: false, warning: null, lost: null });
});

test('a journal without a mark says once that a loss would not show', () => {
  const path = killedAfter(1);
  rmSync(`${path}.control/mark`);
  expect(foundIn(path)).toMatchObject({
    warning: { code: 'journal-unmarked', facts: { path } },
    lost: null,
  });
  const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
  if (opened.ok) {
    opened.value.journal.append([ENTRY]);
    opened.value.journal.close();
  }
  expect(foundIn(path)).toEqual({ isNew: false, warning: null, lost: null });
});

test('a journal in memory is kept as long as the process lives, and has nothing to say', () => {
  const opened = openDayJournal({ path: null, account: 'main', mode: 'paper' });
  if (!opened.ok) throw new TypeError('The journal cannot be opened');
  const { journal, tidy, notOurs, ...about } = opened.value;
  expect(notOurs()).toBeNull();
  expect(tidy({ openFrom: '2026-11-24' })).toEqual({ ok: true, value: { removed: [], packs: 0 } });
  expect(about).toEqual({ isNew: false, warning: null, lost: null, blocks: null });
  expect(journal.append([ENTRY])).toMatchObject({ ok: true });
  expect(journal.lastDate()).toBe('2026-11-23');
  expect([...journal.entriesOf('2026-11-23')]).toEqual([ENTRY]);
});

test('a journal that cannot be opened leaves its account free for another process', () => {
  const path = join(directory, 'main.paper.journal');
  writeFileSync(path, 'notes');
  expect(openDayJournal({ path, account: 'main', mode: 'paper' })).toMatchObject({
    ok: false,
    error: { kind: 'configuration', problems: [{ file: path }] },
  });
  expect(processOf(path)).toBeNull();
  const lock = lockProcess(path, 1);
  expect(lock.ok).toBe(true);
  if (lock.ok) lock.value.release();
});

test('nothing is kept once the lock is gone, so that a second process cannot send beside', () => {
  const path = join(directory, 'main.paper.journal');
  const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
  if (!opened.ok) throw new TypeError('The journal cannot be opened');
  const { journal } = opened.value;
  expect(journal.append([ENTRY])).toMatchObject({ ok: true });
  expect(journal.dates()).toEqual(['2026-11-23']);
  rmSync(`${path}.control`, { recursive: true });
  expect(journal.append([ENTRY])).toMatchObject({ ok: false, error: { kind: 'moved' } });
  expect([...journal.entriesOf('2026-11-23')]).toEqual([ENTRY]);
  journal.close();
});

test('a file of a header alone, beside its log, is not one that begins anew', () => {
  const path = join(directory, 'main.paper.journal');
  const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
  if (!opened.ok) throw new TypeError('The journal cannot be opened');
  const copy = join(directory, 'copy.paper.journal');
  mkdirSync(`${copy}.control`);
  for (const part of ['', '-wal']) copyFileSync(`${path}${part}`, `${copy}${part}`);
  opened.value.journal.close();
  expect(foundIn(copy)).toEqual({ isNew: true, warning: null, lost: null });
});

test('an empty file begins anew only where a program has run before', () => {
  const path = join(directory, 'main.paper.journal');
  writeFileSync(path, '');
  expect(foundIn(path)).toMatchObject({ isNew: true, warning: null });
  writeFileSync(path, '');
  expect(foundIn(path).warning).toMatchObject({
    code: 'journal-starts-fresh',
    facts: { path, lost: null },
  });
});

test('the process that has an account is named, and none once it has ended', () => {
  const path = join(directory, 'main.paper.journal');
  expect(processOf(path)).toBeNull();
  const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
  expect(processOf(path)).toBe(process.pid);
  if (opened.ok) opened.value.journal.close();
  expect(processOf(path)).toBeNull();
});

test('a process that was killed no longer has the account, though it left its number', () => {
  const path = join(directory, 'main.paper.journal');
  expect(warningOf(path)).toBeNull();
  writeFileSync(`${path}.control/pid`, '1');
  expect(processOf(path)).toBeNull();
});

test('a journal that was removed while a process runs with it is in use all the same', () => {
  const path = join(directory, 'main.paper.journal');
  const opened = openDayJournal({ path, account: 'main', mode: 'paper' });
  rmSync(path);
  expect(isJournalInUse(path)).toBe(true);
  if (opened.ok) opened.value.journal.close();
});

test('a journal that is in use without a lock, as by an older program, is in use all the same', () => {
  const path = join(directory, 'main.paper.journal');
  const opened = openJournal({ path, account: 'main', mode: 'paper' });
  expect(isJournalInUse(path)).toBe(true);
  if (opened.ok) opened.value.close();
  expect(isJournalInUse(path)).toBe(false);
  expect(isJournalInUse(join(directory, 'none.journal'))).toBe(false);
});

test.each([
  ['in-use', 'configuration'],
  ['other-account', 'configuration'],
  ['not-a-journal', 'configuration'],
  ['read-only', 'configuration'],
  ['newer-schema', 'halted'],
  ['older-schema', 'halted'],
  ['damaged', 'halted'],
  ['full', 'halted'],
  ['moved', 'halted'],
  ['io', 'halted'],
] as const satisfies readonly (readonly [JournalFailure['kind'], string])[])(
  'a journal that is %s ends a command as %s',
  (kind, as) => {
    expect(refuseJournal('a.journal', { kind, detail: 'why', next: 'do' })).toMatchObject({
      ok: false,
      error: {
        kind: as,
        problems: [{ message: 'Cannot use the journal: why', file: 'a.journal', next: 'do' }],
      },
    });
  },
);

test('a journal that cannot be where it is to be is a fault of the configuration', () => {
  const file = join(directory, 'file');
  writeFileSync(file, 'text');
  writeFileSync(join(directory, 'b.journal.control'), 'text');
  const places = [file, join(file, 'below')].map((state) => join(state, 'a.journal'));
  const nowhere = existsSync('/proc/self') ? ['/proc/sauda/a.journal'] : [];
  for (const path of [...places, ...nowhere, join(directory, 'b.journal')]) {
    expect(openDayJournal({ path, account: 'main', mode: 'paper' })).toMatchObject({
      ok: false,
      error: { kind: 'configuration', problems: [{ file: path }] },
    });
  }
});
