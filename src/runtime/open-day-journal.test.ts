import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type JournalEntry } from '../ports/journal.ts';
import { isJournalInUse, openDayJournal } from './open-day-journal.ts';

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
  return opened.value.warning;
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
  expect(warningOf(path)).toContain('begins anew');
});

test('a journal that was removed from beside its log is told so too', () => {
  const path = join(directory, 'main.paper.journal');
  expect(warningOf(path)).toBeNull();
  rmSync(path);
  writeFileSync(`${path}-wal`, '');
  expect(warningOf(path)).toContain('begins anew');
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
  expect(first.value.journal.append([ENTRY])).toBeNull();
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
