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

type Copied = Result<JournalCopy, RunRefusal>;
/** Copies one file, beside other work. */
type CopyPart = (from: string, to: string) => Promise<void>;

const MORE_SPACE = 'Free some space, here or with TMPDIR elsewhere';
const TRIES_MAX = 3;

/** Copies a journal that another process is writing, so that it can be read: as of the last that the process could write. */
export function copyJournal(journalPath: string): Copied {
  const copy = emptyCopy();
  if (!copy.ok) return copy;
  const { path, remove } = copy.value;
  try {
    for (const part of partsOf(journalPath)) {
      copyFileSync(`${journalPath}${part}`, `${path}${part}`);
    }
    return copy;
  } catch (error) {
    remove();
    return notCopied(error);
  }
}

/**
 * The same from within the process that writes it, whose other work continues meanwhile. Refused where the copy would take
 * more than half of the space that is left: what trades needs it.
 */
export async function copyJournalMeanwhile(
  journalPath: string,
  copyPart: CopyPart = copyFile,
): Promise<Copied> {
  const copy = emptyCopy();
  if (!copy.ok) return copy;
  const { path, remove } = copy.value;
  try {
    const refused = await whyNotCopied(journalPath, path, copyPart);
    if (refused === null) return copy;
    remove();
    return refused;
  } catch (error) {
    remove();
    return notCopied(error);
  }
}

async function whyNotCopied(
  journalPath: string,
  to: string,
  copyPart: CopyPart,
): Promise<Copied | null> {
  if (await isTooLarge(journalPath)) {
    const message = 'The journal is too large to be copied beside a program that trades';
    return refusal('halted', message, { next: MORE_SPACE });
  }
  if (await copyWhole(journalPath, to, copyPart)) return null;
  return refusal('halted', 'The journal was rewritten while it was copied', { next: 'Ask again' });
}

/** The file, and the log of what is not in it yet. */
function partsOf(journalPath: string): readonly string[] {
  return ['', '-wal'].filter((part) => part === '' || existsSync(`${journalPath}${part}`));
}

function emptyCopy(): Copied {
  try {
    const directory = mkdtempSync(join(tmpdir(), 'sauda-journal-'));
    const remove = (): void => {
      rmSync(directory, { recursive: true, force: true });
    };
    return ok({ path: join(directory, 'copy.journal'), remove });
  } catch (error) {
    return notCopied(error);
  }
}

async function isTooLarge(journalPath: string): Promise<boolean> {
  const sizes = partsOf(journalPath).map((part) => statSync(`${journalPath}${part}`).size);
  const { bavail, bsize } = await statfs(tmpdir());
  return sizes.reduce((sum, size) => sum + size, 0) > (bavail * bsize) / 2;
}

/** Whether file and log were copied as they belong together: the log may grow meanwhile, but not be moved into the file. */
async function copyWhole(journalPath: string, to: string, copyPart: CopyPart): Promise<boolean> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const before = writtenAt(journalPath);
    for (const part of partsOf(journalPath)) {
      await copyPart(`${journalPath}${part}`, `${to}${part}`);
    }
    if (writtenAt(journalPath) === before) return true;
  }
  return false;
}

function writtenAt(path: string): string {
  const { mtimeNs, ino } = statSync(path, { bigint: true });
  return `${String(ino)} ${String(mtimeNs)}`;
}

function notCopied(error: unknown): Copied {
  const message = `The journal cannot be copied to be read: ${whyUnreadable(error)}`;
  return refusal('halted', message, { next: MORE_SPACE });
}
