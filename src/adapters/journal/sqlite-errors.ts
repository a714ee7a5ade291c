import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';

import { type JournalFailure } from '../../ports/journal.ts';
import {
  damaged,
  full,
  inUse,
  ioFailure,
  noPlace,
  notAJournal,
  readOnly,
} from './journal-failures.ts';

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
