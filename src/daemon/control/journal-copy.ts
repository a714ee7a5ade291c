import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
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
