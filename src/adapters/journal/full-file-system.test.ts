import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type JournalEntry } from '../../ports/journal.ts';
import { openJournal } from './sqlite-journal.ts';

let directory = '';
let isMounted = false;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-journal-'));
  isMounted = mountsTmpfs(directory);
});

afterEach(() => {
  if (isMounted) spawnSync('umount', ['-l', directory]);
  rmSync(directory, { recursive: true, force: true });
});

function mountsTmpfs(at: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', at]).status === 0;
}

function fillUp(path: string): void {
  try {
    writeFileSync(path, 'x'.repeat(300_000));
  } catch {
    // Cut short where the room ends, as it should be.
  }
}

function entry(number: number, characters: number): JournalEntry {
  const atMs = Date.UTC(2026, 10, 23, 5) + number;
  return { kind: 'event', atMs, event: { number, text: 'x'.repeat(characters) } };
}

test('a file system without room is told as full, and taken up again once there is some', ({
  skip,
}) => {
  if (!isMounted) skip('a small file system cannot be mounted here');
  const place = { path: join(directory, 'a.journal'), account: 'main', mode: 'paper' } as const;
  const ballast = join(directory, 'ballast');
  const journal = openJournal(place);
  expect(journal.ok).toBe(true);
  if (!journal.ok) return;
  expect(journal.value.append([entry(1, 1)])).toMatchObject({ ok: true });
  fillUp(ballast);
  expect(journal.value.append([entry(2, 60_000)])).toMatchObject({
    ok: false,
    error: { kind: 'full' },
  });
  expect(journal.value.append([entry(2, 60_000), entry(3, 1)])).toMatchObject({
    ok: false,
    error: { kind: 'full' },
  });
  rmSync(ballast);
  expect(journal.value.append([entry(2, 60_000), entry(3, 1)])).toMatchObject({ ok: true });
  journal.value.close();
  const again = openJournal(place);
  expect(again.ok ? [...again.value.entriesOf('2026-11-23')] : null).toStrictEqual([
    entry(1, 1),
    entry(2, 60_000),
    entry(3, 1),
  ]);
  if (again.ok) again.value.close();
});

test('a file system that is full from the start is told', ({ skip }) => {
  if (!isMounted) skip('a small file system cannot be mounted here');
  fillUp(join(directory, 'ballast'));
  const place = { path: join(directory, 'a.journal'), account: 'main', mode: 'paper' } as const;
  expect(openJournal(place)).toMatchObject({ ok: false, error: { kind: 'full' } });
});
