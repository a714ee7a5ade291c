import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { inUse } from '../../adapters/journal/journal-failures.ts';
import { lockProcess } from '../../adapters/journal/process-lock.ts';
import { refuseJournal } from '../../day/journal/open-day-journal.ts';
import { offerStandby } from './offer-standby.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-offer-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const PLATFORM = { venue: { kind: 'platform' } } as Parameters<typeof offerStandby>[1]['settings'];
const SIMULATOR = {
  venue: { kind: 'simulator' },
} as Parameters<typeof offerStandby>[1]['settings'];

/** What is to be done next, where the journal is locked by another process, or not. */
function nextOf(name: string, settings: typeof PLATFORM, isLocked: boolean): string | null {
  const journalPath = join(directory, name);
  const lock = isLocked ? lockProcess(journalPath, 1) : null;
  const { error } = refuseJournal(journalPath, inUse(journalPath, 1));
  const [problem] = offerStandby(error, { settings, journalPath }).problems;
  if (lock?.ok === true) lock.value.release();
  return problem?.next ?? null;
}

it('names the way to stand by, where another process trades the account with this journal', () => {
  expect(nextOf('traded.journal', PLATFORM, true)).toMatch(
    /^Only one process .*; or have this one follow it and take over when it dies: add --standby$/,
  );
});

it.each([
  ['nothing can be followed: the built-in simulator', SIMULATOR, true],
  ['no process has the journal any more', PLATFORM, false],
])('names it not where %s', (name, settings, isLocked) => {
  expect(nextOf(`${name.slice(0, 3)}.journal`, settings, isLocked)).not.toContain('--standby');
});
