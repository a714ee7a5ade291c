import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { fail, ok, type Result } from '../../base/result.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { makeFolder } from '../../base/write-files.ts';
import { placeOf } from './database-file.ts';
import { lockFile } from './file-lock.ts';
import { inUse, journalFailure, lockMoved } from './journal-failures.ts';

/** Exclusive use of a journal's account, until `release` or the end of the process. */
export interface ProcessLock {
  /** Why it no longer keeps others out; null while it does. */
  readonly failure: () => JournalFailure | null;
  readonly release: () => void;
}

const LOCK = 'lock';
const PROCESS = 'pid';
const STOPPING = 'stopping';

/**
 * Locks a file beside the journal, so that removing the journal does not free it. Nothing is written to it; the lock ends with
 * the process. Fails after two seconds where another process has it.
 */
export function lockProcess(journalPath: string, pid: number): Result<ProcessLock, JournalFailure> {
  const directory = lockDirectory(journalPath);
  const path = join(directory, LOCK);
  try {
    makeFolder(directory, 0o700);
    const lock = lockFile(path);
    const place = placeOf(path);
    rmSync(join(directory, STOPPING), { force: true });
    tellProcess(directory, pid);
    const isOurs = (): boolean => placeOf(path) === place;
    return ok({
      failure: () => (isOurs() ? null : lockMoved(directory, pid)),
      release: () => {
        if (!lock.isOpen) return;
        if (isOurs()) rmSync(join(directory, PROCESS), { force: true });
        lock.close();
      },
    });
  } catch (error) {
    const failure = journalFailure(path, error);
    return fail(failure.kind === 'in-use' ? inUse(journalPath, lockedBy(journalPath)) : failure);
  }
}

/** Whether a process has the lock of a journal. Changes nothing. */
export function isProcessLocked(journalPath: string): boolean {
  const path = join(lockDirectory(journalPath), LOCK);
  if (!existsSync(path)) return false;
  try {
    const database = new DatabaseSync(path, { timeout: 0, readOnly: true });
    try {
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    return journalFailure(path, error).kind === 'in-use';
  }
}

/** The process with the lock of a journal, as it wrote itself; null when it could not. */
export function lockedBy(journalPath: string): number | null {
  try {
    const pid = Number(readFileSync(join(lockDirectory(journalPath), PROCESS), 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Whether a process has run the account of a journal before. Its directory alone says nothing: requests that are left for
 * the first process, its API and its alerts are there before the lock.
 */
export function wasLocked(journalPath: string): boolean {
  return existsSync(join(lockDirectory(journalPath), LOCK));
}

/** Notes that the process with the lock of a journal was asked to stop, however it ends. Never throws: it is for one that stands by. */
export function noteStopping(journalPath: string): void {
  try {
    writeFileSync(join(lockDirectory(journalPath), STOPPING), '', { mode: 0o600 });
  } catch {
    // What cannot be noted on a full disk is noted by an end in order.
  }
}

/** Whether the last process with the lock of a journal ended without being asked to, and not in order. */
export function hasDied(journalPath: string): boolean {
  const directory = lockDirectory(journalPath);
  return existsSync(join(directory, PROCESS)) && !existsSync(join(directory, STOPPING));
}

/** The directory of a journal's lock and mark. Nothing in it is copied with the journal's own files. */
export function lockDirectory(journalPath: string): string {
  return `${journalPath}.control`;
}

function tellProcess(directory: string, pid: number): void {
  try {
    writeFileSync(join(directory, PROCESS), String(pid), { mode: 0o600 });
  } catch {
    // The number is for people: the lock works without it.
  }
}
