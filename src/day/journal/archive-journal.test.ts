import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { openJournal } from '../../adapters/journal/sqlite-journal.ts';
import { lockProcess } from '../../adapters/journal/process-lock.ts';
import { sha256Hex } from '../../base/hash.ts';
import { instantAt } from '../../model/time/ist.ts';
import { archiveJournal, hashFileOf, restoreJournal } from './archive-journal.ts';
import { readJournal } from './read-journal.ts';

const DATES = ['2026-11-18', '2026-11-19', '2026-11-20'];
let directory: string;
let journalPath: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-archive-'));
  journalPath = join(directory, 'main.paper.journal');
  const journal = valueOf(openJournal({ path: journalPath, account: 'main', mode: 'paper' }));
  for (const date of DATES) {
    const atMs = instantAt(date, '10:00');
    valueOf(journal.append([{ kind: 'event', atMs, event: { of: date } }]));
  }
  journal.close();
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function datesIn(path: string): readonly string[] {
  const reader = valueOf(readJournal(path));
  valueOf(reader.verify());
  reader.close();
  return reader.dates;
}

it('keeps every day, verified and for its owner alone, and then removes the old ones', () => {
  const to = join(directory, 'archive');
  mkdirSync(to);
  const archived = valueOf(archiveJournal({ journalPath, before: '2026-11-20', to }));
  expect(archived).toMatchObject({
    path: join(to, 'main.paper.2026-11-20.journal'),
    dates: DATES,
    removed: DATES.slice(0, 2),
  });
  expect(datesIn(archived.path)).toEqual(DATES);
  expect(datesIn(journalPath)).toEqual(DATES.slice(2));
  expect(statSync(archived.path).mode & 0o777).toBe(0o600);
  expect(archived.sha256).toBe(sha256Hex(readFileSync(archived.path)));
  expect(readFileSync(hashFileOf(archived.path), 'utf8')).toBe(
    `${archived.sha256}  main.paper.2026-11-20.journal\n`,
  );
});

it('restores what was removed, under another name, as it was', () => {
  const to = join(directory, 'all.journal');
  valueOf(archiveJournal({ journalPath, before: '2026-11-20', to }));
  const restored = join(directory, 'restored.journal');
  expect(valueOf(restoreJournal(to, restored)).dates).toEqual(DATES);
  const reader = valueOf(readJournal(restored));
  expect(JSON.stringify([...reader.entriesOf('2026-11-18')])).toContain('2026-11-18');
  reader.close();
  expect(restoreJournal(to, restored)).toMatchObject({ error: { kind: 'no-place' } });
});

it('refuses an archive whose bytes were changed, and restores nothing of it', () => {
  const to = join(directory, 'all.journal');
  valueOf(archiveJournal({ journalPath, before: null, to }));
  const bytes = readFileSync(to);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(to, bytes);
  const restored = join(directory, 'restored.journal');
  expect(restoreJournal(to, restored)).toMatchObject({ error: { kind: 'damaged' } });
  expect(existsSync(restored)).toBe(false);
});

it('does nothing while a process holds the account', () => {
  const lock = valueOf(lockProcess(journalPath, 17));
  const to = join(directory, 'all.journal');
  expect(archiveJournal({ journalPath, before: '2026-11-20', to })).toMatchObject({
    error: { kind: 'in-use' },
  });
  lock.release();
  expect(existsSync(to)).toBe(false);
  expect(datesIn(journalPath)).toEqual(DATES);
});

it('removes nothing where the archive cannot be written, or is there already', () => {
  for (const to of [join(directory, 'no', 'such', 'place'), journalPath]) {
    expect(archiveJournal({ journalPath, before: '2026-11-20', to }).ok).toBe(false);
  }
  expect(datesIn(journalPath)).toEqual(DATES);
  expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
});

it('makes nothing beside a journal that is not there', () => {
  const none = join(directory, 'none.journal');
  const to = join(directory, 'all.journal');
  expect(archiveJournal({ journalPath: none, before: null, to }).ok).toBe(false);
  expect(existsSync(`${none}.control`)).toBe(false);
});

it('replaces what a killed archiving left', () => {
  const to = join(directory, 'all.journal');
  writeFileSync(`${to}.part`, 'half');
  expect(valueOf(archiveJournal({ journalPath, before: null, to })).removed).toEqual([]);
  expect(existsSync(`${to}.part`)).toBe(false);
});
