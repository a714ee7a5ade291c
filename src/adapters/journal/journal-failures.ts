import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { type JournalFailure } from '../../ports/journal.ts';

/** Text that is not as it was written: nothing that follows can be trusted. */
export function damaged(detail: string): JournalFailure {
  return {
    kind: 'damaged',
    detail,
    next: 'Keep the file as it is, put a copy from before in its place, and compare with the order book of the platform before anything is sent',
  };
}

/** Blocks that were durable are not there, or are others: what was sent on their word is not known. */
export function endLost(detail: string): JournalFailure {
  return {
    kind: 'damaged',
    detail,
    next: 'Keep its files as they are and look at the platform: what was sent since is not known here. A live run that starts with it takes no new risk until you resume',
  };
}

/** Nothing shows whether the end is missing. */
export function endUnproven(detail: string): JournalFailure {
  return {
    kind: 'damaged',
    detail: `its mark cannot be read, so that blocks may be missing at its end: ${detail}`,
    next: 'Look at the platform: what was sent last may not be known here. A live run that starts with it takes no new risk until you resume',
  };
}

/** Another process has the journal, or this one has it already. */
export function inUse(path: string, pid: number | null = null): JournalFailure {
  const who = pid === null ? '' : ` (PID ${String(pid)})`;
  return {
    kind: 'in-use',
    detail: `"${path}" is in use by another process${who}`,
    next: 'Only one process may run an account in a mode: end the other one, or read the journal after it has ended',
  };
}

/** Somebody removed or replaced the file while it was open: what is written to it nobody will find again. */
export function moved(path: string): JournalFailure {
  return {
    kind: 'moved',
    detail: `"${path}" was removed or replaced while it was in use`,
    next: 'Put the file back, under its name and from the same disk; otherwise end this program and look after its orders and positions on the platform: a new journal knows none of them',
  };
}

/** Somebody removed or replaced what keeps other programs out of the account: commands look for this one elsewhere. */
export function lockMoved(directory: string, pid: number): JournalFailure {
  const own = String(pid);
  return {
    kind: 'moved',
    detail: `"${directory}" was removed or replaced while it was in use: status, halt and flatten may not reach this program (PID ${own}) any more`,
    next: `If it was only moved, put it back. Otherwise end this program (kill ${own}), which leaves orders and positions as they are, and look after them on the platform: a new journal knows none of them`,
  };
}

/** No room is left. */
export function full(detail: string): JournalFailure {
  return {
    kind: 'full',
    detail,
    next: 'Free some space: what has not been written is kept in memory and tried again',
  };
}

/** The disk did not do what it was asked. */
export function ioFailure(detail: string): JournalFailure {
  return {
    kind: 'io',
    detail,
    next: 'Look at the disk and at the log of the machine: what has not been written is kept in memory and tried again',
  };
}

/** Nothing may be written there. */
export function readOnly(detail: string): JournalFailure {
  return {
    kind: 'read-only',
    detail,
    next: 'Give this user the right to write the file and its directory, or name another (of a day: "state.directory", or --journal FILE)',
  };
}

/** Its path leads through something that is no directory, or to where none can be made. */
function noPlace(detail: string): JournalFailure {
  return {
    kind: 'no-place',
    detail,
    next: 'Name a directory that is there or can be made: "state.directory", or --journal FILE',
  };
}

/** A program of before wrote it, whose tables this one does not know. */
export function olderSchema(path: string, found: number, known: number): JournalFailure {
  return {
    kind: 'older-schema',
    detail: `"${path}" was written by an older sauda: schema ${String(found)}, this one knows ${String(known)} only`,
    next: 'Finish the day with the version of sauda that wrote it, or name another file with "journal"; this one has been left as it is',
  };
}

/** A program that knows more wrote it: this one would read it wrongly. */
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

/** A file of which all may stand in the log that belongs to it. */
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
    next: 'Name the file of a journal: one is begun with the first run of an account in a mode',
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

/** What an error of SQLite, or of the file system, means for a journal. */
export function journalFailure(path: string, error: unknown): JournalFailure {
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

/** All that is asked of a journal is asked of tables that every journal has. */
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

/** What the system says, which often ends with the path that the message begins with. */
function withoutPath(error: Error, path: string): string {
  const { message } = error;
  const isOfPath = 'path' in error && error.path === path;
  return isOfPath ? message.replace(/, \w+ '.*'$/s, '') : message;
}
