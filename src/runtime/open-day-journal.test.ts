import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDayJournal } from './open-day-journal.ts';

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
