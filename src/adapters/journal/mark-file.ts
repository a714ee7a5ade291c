import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { type JournalFailure } from '../../ports/journal.ts';
import { makeFolder } from '../../base/write-files.ts';
import { type Place, placeOf } from './database-file.ts';
import { journalFailure } from './journal-failures.ts';
import {
  type EndMark,
  type FoundMark,
  MARK_BYTES,
  type MarkKeeper,
  newestMark,
  slotAt,
  slotOf,
} from './marked-store.ts';
import { lockDirectory } from './process-lock.ts';

/** Where the mark of a journal is: not beside it, so that an older copy of the journal's files does not bring its own. */
export function markPathOf(journalPath: string): string {
  return join(lockDirectory(journalPath), 'mark');
}

/** Reads the mark of a journal. Changes nothing. */
export function readMark(journalPath: string): FoundMark {
  const path = markPathOf(journalPath);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none';
    return { unreadable: journalFailure(path, error).detail };
  }
  return newestMark(bytes) ?? { unreadable: `"${path}" is not as it was written` };
}

/**
 * The mark of a journal, in a file. The first write makes the file anew, whole or not at all; the next ones go to its
 * two slots in turn, where they need no room. One that is removed or replaced meanwhile is made anew.
 */
export function createMarkFile(journalPath: string): MarkKeeper {
  const path = markPathOf(journalPath);
  let open: { readonly handle: number; readonly place: Place } | null = null;
  let generation = 0;
  const close = (): void => {
    if (open !== null) closeSync(open.handle);
    open = null;
  };
  const failureOf = (work: () => void): JournalFailure | null => {
    try {
      work();
      return null;
    } catch (error) {
      return journalFailure(path, error);
    }
  };
  return {
    write: (mark) =>
      failureOf(() => {
        generation += 1;
        if (open !== null && placeOf(path) === open.place) {
          put(open.handle, slotOf(mark, generation), slotAt(generation));
          fdatasyncSync(open.handle);
          return;
        }
        close();
        const handle = makeWhole(path, mark, generation);
        open = { handle, place: placeOf(path) };
      }),
    close,
  };
}

/**
 * Under another name first: a file that a crash cut short would be one that cannot be read.
 *
 * @throws {Error} what the file system says
 */
function makeWhole(path: string, mark: EndMark, generation: number): number {
  const directory = dirname(path);
  makeFolder(directory, 0o700);
  const handle = openSync(`${path}.new`, 'w', 0o600);
  try {
    put(handle, Buffer.alloc(MARK_BYTES, ' '), 0);
    put(handle, slotOf(mark, generation), slotAt(generation));
    fsyncSync(handle);
    renameSync(`${path}.new`, path);
    syncDirectory(directory);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function syncDirectory(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes all of it.
 *
 * @throws {TypeError} when the file system takes a part only; also whatever else it says
 */
function put(handle: number, bytes: Buffer, at: number): void {
  const written = writeSync(handle, bytes, 0, bytes.length, at);
  if (written === bytes.length) return;
  throw Object.assign(new TypeError('The file system took a part only'), { code: 'ENOSPC' });
}
