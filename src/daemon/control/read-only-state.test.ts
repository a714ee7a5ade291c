import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openJournalForReading } from '../../adapters/journal/sqlite-journal.ts';
import { openDayJournal } from '../../day/journal/open-day-journal.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { waitingRequests } from './waiting-requests.ts';

const ENTRY: JournalEntry = { kind: 'event', atMs: Date.UTC(2026, 10, 23, 5), event: 1 };

let directory = '';
let mounted: string | null = null;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-read-only-'));
});

afterEach(() => {
  if (mounted !== null) spawnSync('umount', ['-l', mounted]);
  mounted = null;
  rmSync(directory, { recursive: true, force: true });
});

test('a state directory that is read-only is a fault of the configuration, and can be read', ({
  skip,
}) => {
  const state = join(directory, 'state');
  mkdirSync(state);
  const isMounted = mounts(['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', state]);
  if (!isMounted) skip('nothing can be mounted here');
  mounted = state;
  const path = join(state, 'main.paper.journal');
  const place = { account: 'main', mode: 'paper' } as const;
  const opened = openDayJournal({ path, ...place });
  expect(opened.ok ? opened.value.journal.append([ENTRY]) : opened).toMatchObject({ ok: true });
  if (opened.ok) opened.value.journal.close();
  expect(mounts(['-o', 'remount,ro', state])).toBe(true);
  for (const name of ['main.paper.journal', 'new.paper.journal', 'below/new.paper.journal']) {
    const refused = openDayJournal({ path: join(state, name), ...place });
    expect(refused).toMatchObject({ ok: false, error: { kind: 'configuration' } });
    expect(refused.ok ? '' : refused.error.problems[0]?.message).toContain('EROFS');
  }
  const read = openJournalForReading(path);
  expect(read.ok ? [...read.value.journal.entriesOf('2026-11-23')] : read.error).toEqual([ENTRY]);
  if (read.ok) read.value.journal.close();
  expect(waitingRequests(path)).toEqual({ ok: true, value: [] });
});

function mounts(args: readonly string[]): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('mount', [...args]).status === 0;
}
