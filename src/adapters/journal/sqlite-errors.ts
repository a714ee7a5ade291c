import { type JournalFailure } from '../../ports/journal.ts';
import { damaged, full, inUse, ioFailure, notAJournal, readOnly } from './journal-failures.ts';

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** What an error of SQLite, or of the file system, means for a journal. */
export function journalFailure(path: string, error: unknown): JournalFailure {
  const { code, number, text } = partsOf(error);
  const detail = `Cannot use "${path}": ${text}`;
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
    case NOTADB:
      return notAJournal(path);
    case CANTOPEN:
      return ioFailure(detail);
    default:
      return systemFailure(code, detail);
  }
}

function systemFailure(code: string, detail: string): JournalFailure {
  if (code === 'ENOSPC' || code === 'EDQUOT') return full(detail);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return readOnly(detail);
  return ioFailure(detail);
}

function partsOf(error: unknown): {
  readonly code: string;
  readonly number: number;
  readonly text: string;
} {
  if (!(error instanceof Error)) return { code: '', number: 0, text: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The extended code has the primary one in its lowest byte.
  const number = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
  return { code, number, text: error.message };
}
