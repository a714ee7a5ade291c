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

import { makeFolder, syncFolder } from '../../base/write-files.ts';
import { type Place, placeOf } from './database-file.ts';
import { failureOf, journalFailure } from './journal-failures.ts';
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

/** Path of a journal's mark: not beside it, so that an older copy of the journal's files has no mark of its own. */
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

/** The mark of a journal in a file. The first write, and one after its removal, rebuilds the file atomically; others use its two slots in turn. */
export function createMarkFile(journalPath: string): MarkKeeper {
  const path = markPathOf(journalPath);
  let open: { readonly handle: number; readonly place: Place } | null = null;
  let generation = 0;
  const close = (): void => {
    if (open !== null) closeSync(open.handle);
    open = null;
  };
  return {
    write: (mark) =>
      failureOf(path, () => {
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
 * Written under another name first: a file that a crash cut short would be unreadable.
 *
 * @throws {Error} of the file system
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
    syncFolder(directory);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** @throws {TypeError} when the file system takes a part only; also what else it says */
function put(handle: number, bytes: Buffer, at: number): void {
  const written = writeSync(handle, bytes, 0, bytes.length, at);
  if (written === bytes.length) return;
  throw Object.assign(new TypeError('The file system took a part only'), { code: 'ENOSPC' });
}
