import { closeSync, fsyncSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes all of it to an open file. Unlike Node's `writeFileSync`, never loops forever where the file system takes nothing.
 *
 * @param write - takes a part of it, at least a byte
 * @throws what the file system says; {TypeError} with the code `EIO` when it takes nothing
 */
export function writeAll(
  handle: number,
  content: string | Uint8Array,
  write: (handle: number, rest: Uint8Array) => number = writeSync,
): void {
  let rest = typeof content === 'string' ? Buffer.from(content) : content;
  while (rest.length > 0) {
    const written = write(handle, rest);
    if (written === 0) {
      throw Object.assign(new TypeError('The file system took nothing'), { code: 'EIO' });
    }
    rest = rest.subarray(written);
  }
}

/**
 * Makes a folder and its missing parents, with rights less the process's mask. Node's own recursion never returns on a file
 * system that takes no folders, such as `/proc`.
 *
 * @throws {Error} of the system when one cannot be made, or when something else is there
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error;
  }
}

/** Makes the entries of a folder durable. @throws what the file system says */
export function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
