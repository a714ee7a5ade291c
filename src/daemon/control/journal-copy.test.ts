import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { copyJournalMeanwhile } from './journal-copy.ts';

let directory = '';
let journal = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-copied-'));
  journal = join(directory, 'a.journal');
  writeFileSync(journal, 'pages');
  writeFileSync(`${journal}-wal`, 'frames');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('copies a journal with its log, for the caller to remove', async () => {
  const copied = await copyJournalMeanwhile(journal);
  const { path, remove } = copied.ok ? copied.value : { path: '', remove: () => undefined };
  expect(['', '-wal'].map((part) => readFileSync(`${path}${part}`, 'utf8'))).toEqual([
    'pages',
    'frames',
  ]);
  remove();
  expect(() => readFileSync(path)).toThrow('ENOENT');
  expect(dirname(path)).not.toBe(directory);
});

test('copies again what was rewritten meanwhile, so that file and log belong together', async () => {
  const copying = copyJournalMeanwhile(journal);
  writeFileSync(journal, 'moved');
  writeFileSync(`${journal}-wal`, '');
  utimesSync(journal, 1, 1);
  const copied = await copying;
  const { path, remove } = copied.ok ? copied.value : { path: '', remove: () => undefined };
  expect(readFileSync(path, 'utf8') + readFileSync(`${path}-wal`, 'utf8')).toBe('moved');
  remove();
});

test('refuses where there is nothing to copy', async () => {
  rmSync(journal);
  await expect(copyJournalMeanwhile(join(directory, 'none'))).resolves.toMatchObject({ ok: false });
});
