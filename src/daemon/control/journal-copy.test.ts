import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
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

/** Copies, and moves the log into the file after the file was copied, so often. */
function rewriting(times: number): (from: string, to: string) => Promise<void> {
  let left = times;
  return async (from, to) => {
    await copyFile(from, to);
    if (from !== journal || left === 0) return;
    left -= 1;
    writeFileSync(journal, `moved ${String(left)}`);
    writeFileSync(`${journal}-wal`, `later ${String(left)}`);
    utimesSync(journal, left, left);
  };
}

test('copies again what was rewritten meanwhile, so that file and log belong together', async () => {
  const copied = await copyJournalMeanwhile(journal, rewriting(2));
  const { path, remove } = copied.ok ? copied.value : { path: '', remove: () => undefined };
  expect(['', '-wal'].map((part) => readFileSync(`${path}${part}`, 'utf8'))).toEqual([
    'moved 0',
    'later 0',
  ]);
  remove();
});

test('gives up where it is rewritten every time', async () => {
  expect(await copyJournalMeanwhile(journal, rewriting(9))).toMatchObject({
    ok: false,
    error: { problems: [{ message: 'The journal was rewritten while it was copied' }] },
  });
});

test('refuses where there is nothing to copy', async () => {
  rmSync(journal);
  await expect(copyJournalMeanwhile(join(directory, 'none'))).resolves.toMatchObject({ ok: false });
});
