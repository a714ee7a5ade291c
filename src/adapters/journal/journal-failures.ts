import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { fail, ok, type Result } from '../../base/result.ts';
import { type JournalFailure } from '../../ports/journal.ts';

/** A journal that cannot be read. Thrown inside of this folder, and to who reads entries; else its failure is a value. */
export class UnreadableJournal extends Error {
  override readonly name = 'UnreadableJournal';
  readonly failure: JournalFailure;

  constructor(failure: JournalFailure) {
    super(`${failure.detail}. ${failure.next}`);
    this.failure = failure;
  }
}

/** @throws {UnreadableJournal} where there is a failure */
export function refuseFor(failure: JournalFailure | null): void {
  if (failure !== null) throw new UnreadableJournal(failure);
}

type Failing = (detail: string) => JournalFailure;

function failing(kind: JournalFailure['kind'], next: string): Failing {
  return (detail) => ({ kind, detail, next });
}

/** The journal was changed: nothing after it can be trusted. */
export const damaged = failing(
  'damaged',
  'Keep the file as it is, restore an earlier copy, and compare with the order book of the platform before anything is sent',
);

/** To be thrown where a journal is read that was changed. */
export function damage(detail: string): UnreadableJournal {
  return new UnreadableJournal(damaged(detail));
}

/** Durable blocks are missing or changed, and what they sent is unknown. */
export const endLost = failing(
  'damaged',
  'Keep its files as they are and check the platform: what was sent since is not known here. A live run that starts with it takes no new risk until you resume',
);

const unproven = failing(
  'damaged',
  'Check the platform: what was sent last may not be known here. A live run that starts with it takes no new risk until you resume',
);

/** It is unknown whether the end is missing. */
export function endUnproven(detail: string): JournalFailure {
  return unproven(`its mark cannot be read, so blocks may be missing at its end: ${detail}`);
}

/** Another process, or this one, already has the journal open. */
export function inUse(path: string, pid: number | null = null): JournalFailure {
  const who = pid === null ? '' : ` (PID ${String(pid)})`;
  return {
    kind: 'in-use',
    detail: `"${path}" is in use by another process${who}`,
    next: 'Only one process may run an account in a mode: end the other one, or read the journal after it has ended',
  };
}

/** The file was removed or replaced while it was open: entries written to it would be lost. */
export function moved(path: string): JournalFailure {
  return {
    kind: 'moved',
    detail: `"${path}" was removed or replaced while it was in use`,
    next: 'Put the file back, under its name and from the same disk; otherwise end this program and close its orders and positions on the platform: a new journal knows none of them',
  };
}

/** The account's lock was removed or replaced: commands no longer find this program. */
export function lockMoved(directory: string, pid: number): JournalFailure {
  const own = String(pid);
  return {
    kind: 'moved',
    detail: `"${directory}" was removed or replaced while it was in use: status, halt and flatten may not reach this program (PID ${own}) any more`,
    next: `If it was only moved, put it back. Otherwise end this program (kill ${own}), which leaves orders and positions as they are, and close them on the platform: a new journal knows none of them`,
  };
}

/** The disk is full. */
export const full = failing(
  'full',
  'Free some space: unwritten entries stay in memory and are retried',
);

/** The disk failed. */
export const ioFailure = failing(
  'io',
  'Check the disk and the log of the machine: unwritten entries stay in memory and are retried',
);

/** Nothing may be written there. */
export const readOnly = failing(
  'read-only',
  'Give this user the right to write the file and its directory, or name another (of a day: "state.directory", or --journal FILE)',
);

/** Its path leads through a file, or to where no directory can be made. */
const noPlace = failing(
  'no-place',
  'Name a directory that exists or can be made: "state.directory", or --journal FILE',
);

/** An older program wrote it, whose tables this one does not know. */
export function olderSchema(path: string, found: number, known: number): JournalFailure {
  return {
    kind: 'older-schema',
    detail: `"${path}" was written by an older sauda: schema ${String(found)}, this one knows ${String(known)} only`,
    next: 'Finish the day with the version of sauda that wrote it, or name another file with "journal"; this one has been left as it is',
  };
}

/** A newer program wrote it: this one would read it wrongly. */
export function newerSchema(path: string, found: number, known: number): JournalFailure {
  return {
    kind: 'newer-schema',
    detail: `"${path}" was written by a newer sauda: schema ${String(found)}, this one knows ${String(known)}`,
    next: 'Use the version of sauda that wrote it, or a newer one',
  };
}

/** Something else is in the file. */
export function notAJournal(path: string): JournalFailure {
  return {
    kind: 'not-a-journal',
    detail: `"${path}" is not a journal of sauda`,
    next: 'Name another file; this one has been left as it is',
  };
}

/** An empty file, whose content may be in its log. */
export function nothingIn(path: string): JournalFailure {
  return {
    kind: 'not-a-journal',
    detail: `"${path}" is empty: was it copied without its -wal file?`,
    next: `A journal, its -wal and its -shm belong together: copy all three, or make one file of them: sauda journal JOURNAL --copy FILE`,
  };
}

/** There is nothing to read. */
export function missing(path: string): JournalFailure {
  return {
    kind: 'not-a-journal',
    detail: `"${path}" does not exist`,
    next: 'Name the file of a journal: the first run of an account in a mode starts one',
  };
}

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

const NOT_WRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
const NO_PLACE: ReadonlySet<string> = new Set([
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
]);

/** What work returns; a failure where it throws. */
export function attempted<Value>(path: string, work: () => Value): Result<Value, JournalFailure> {
  try {
    return ok(work());
  } catch (error) {
    return fail(journalFailure(path, error));
  }
}

/**
 * What reading returns; a failure where the journal cannot be read.
 *
 * @throws what else goes wrong
 */
export function whenReadable<Value>(read: () => Value): Result<Value, JournalFailure> {
  try {
    return ok(read());
  } catch (error) {
    if (error instanceof UnreadableJournal) return fail(error.failure);
    throw error;
  }
}

/** The failure of work that throws; null when it is done. */
export function failureOf(path: string, work: () => void): JournalFailure | null {
  const done = attempted(path, work);
  return done.ok ? null : done.error;
}

/** What an error of SQLite, of the file system, or of the journal itself means for a journal. */
export function journalFailure(path: string, error: unknown): JournalFailure {
  return error instanceof UnreadableJournal ? error.failure : failureOfSystem(path, error);
}

function failureOfSystem(path: string, error: unknown): JournalFailure {
  const { code, number, text } = partsOf(error, path);
  const detail = `"${path}": ${text}`;
  switch (number) {
    case BUSY:
    case LOCKED:
      return inUse(path);
    case READONLY:
      return readOnly(detail);
    case CORRUPT:
      return damaged(`"${path}" is damaged: ${text}`);
    case FULL:
      return full(detail);
    case ERROR:
      return isLacking(text)
        ? damaged(`"${path}" is damaged: ${text}`)
        : systemFailure(code, detail);
    case NOTADB:
      return notAJournal(path);
    case CANTOPEN:
      return systemFailure(whyNotOpened(path), detail);
    default:
      return systemFailure(code, detail);
  }
}

/** Every journal has the tables that are read. */
function isLacking(text: string): boolean {
  return /\bno such (?:table|column|index)\b/.test(text);
}

function systemFailure(code: string, detail: string): JournalFailure {
  if (code === 'ENOSPC' || code === 'EDQUOT') return full(detail);
  if (NOT_WRITABLE.has(code)) return readOnly(detail);
  return NO_PLACE.has(code) ? noPlace(detail) : ioFailure(detail);
}

/** SQLite only says that it cannot; the file system says why. */
function whyNotOpened(path: string): string {
  try {
    accessSync(dirname(path), constants.W_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
    return '';
  } catch (error) {
    return partsOf(error, path).code;
  }
}

function partsOf(
  error: unknown,
  path: string,
): {
  readonly code: string;
  readonly number: number;
  readonly text: string;
} {
  if (!(error instanceof Error)) return { code: '', number: 0, text: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The extended code has the primary one in its lowest byte.
  const number = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
  return { code, number, text: withoutPath(error, path) };
}

/** The system's message without the path that the detail already names. */
function withoutPath(error: Error, path: string): string {
  const { message } = error;
  const isOfPath = 'path' in error && error.path === path;
  return isOfPath ? message.replace(/, \w+ '.*'$/s, '') : message;
}
