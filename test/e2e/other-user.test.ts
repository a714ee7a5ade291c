import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { CHECKOUT_MAIN, type Ended } from './spawn-sauda.ts';

/** "nobody", as most systems number it. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Runs a command as another user than the journal's. */
function asNobody(...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CHECKOUT_MAIN, ...args], NOBODY, (_, out, err) => {
      resolve({ code: child.exitCode, out, err });
    });
  });
}

// To become another user takes the rights of root.
test.skipIf(process.getuid?.() !== 0)(
  'another user than the one that runs the program is told as whom to ask',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sauda-other-user-'));
    onTestFinished(() => {
      rmSync(directory, { recursive: true });
    });
    const state = join(directory, 'state');
    mkdirSync(state, { mode: 0o700 });
    chmodSync(directory, 0o755);
    const path = join(state, 'main.live.journal');
    const opened = openDayJournal({ path, account: 'main', mode: 'live' });
    if (opened.ok) opened.value.journal.close();
    const hidden = await asNobody('status', '--journal', path);
    expect(hidden.err).toContain('This user may not look into the directory of the journal');
    chmodSync(state, 0o755);
    const halt = await asNobody('halt', '--reason', 'x', '--journal', path);
    expect([hidden.code, halt.code]).toEqual([EXIT_CODES.configuration, EXIT_CODES.configuration]);
    expect(halt.err).toContain('this user may not write its directory: nothing was done');
    expect(halt.err).toContain("sudo -u '#0' sauda");
    expect(halt.err).not.toContain('EPERM');
    const status = await asNobody('status', '--journal', path);
    expect(status.err).toMatch(/^[^"]*: Cannot use the journal: unable to open/);
  },
);
