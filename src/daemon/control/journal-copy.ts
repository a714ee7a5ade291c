import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { copyFile, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { whyUnreadable } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';

/** A copy of a journal in a directory of its own. */
export interface JournalCopy {
  readonly path: string;
  readonly remove: () => void;
}

/** Copies a journal that a process is writing, so that it can be read: as of the last that the process could write. */
export function copyJournal(journalPath: string): Result<JournalCopy, RunRefusal> {
  let directory: string | null = null;
  const remove = (): void => {
    if (directory !== null) rmSync(directory, { recursive: true, force: true });
  };
  try {
    directory = mkdtempSync(join(tmpdir(), 'sauda-journal-'));
    const path = join(directory, 'copy.journal');
    for (const part of ['', '-wal']) {
      const from = `${journalPath}${part}`;
      if (existsSync(from)) copyFileSync(from, `${path}${part}`);
    }
    return ok({ path, remove });
  } catch (error) {
    remove();
    const message = `The journal cannot be copied to be read: ${whyUnreadable(error)}`;
    return refusal('halted', message, { next: 'Free some space, here or with TMPDIR elsewhere' });
  }
}

const TRIES_MAX = 3;

/**
 * The same from within the process that writes it, whose other work continues meanwhile. Refused where the copy would take
 * more than half of the space that is left: what trades needs it.
 */
export async function copyJournalMeanwhile(
  journalPath: string,
): Promise<Result<JournalCopy, RunRefusal>> {
  const parts = ['', '-wal'].filter((part) => existsSync(`${journalPath}${part}`));
  const bytes = parts.reduce((sum, part) => sum + statSync(`${journalPath}${part}`).size, 0);
  const { bavail, bsize } = await statfs(tmpdir());
  if (bytes > (bavail * bsize) / 2) {
    return refusal('halted', 'The journal is too large to be copied beside a program that trades', {
      next: 'Free some space, or set TMPDIR elsewhere',
    });
  }
  const directory = mkdtempSync(join(tmpdir(), 'sauda-journal-'));
  const path = join(directory, 'copy.journal');
  const remove = (): void => {
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const before = writtenAt(journalPath);
      for (const part of parts) await copyFile(`${journalPath}${part}`, `${path}${part}`);
      // Its log grows meanwhile, which does no harm; the file itself changes only where the log is moved into it.
      if (writtenAt(journalPath) === before) return ok({ path, remove });
    }
    remove();
    return refusal('halted', 'The journal was rewritten while it was copied', {
      next: 'Ask again',
    });
  } catch (error) {
    remove();
    const message = `The journal cannot be copied to be read: ${whyUnreadable(error)}`;
    return refusal('halted', message, { next: 'Free some space, here or with TMPDIR elsewhere' });
  }
}

function writtenAt(path: string): string {
  const { mtimeNs, ino } = statSync(path, { bigint: true });
  return `${String(ino)} ${String(mtimeNs)}`;
}
