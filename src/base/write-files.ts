import { mkdirSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes all of it to an open file. Unlike Node's `writeFileSync` and `appendFileSync`, never goes on without end where the
 * file system takes nothing and calls that no error.
 *
 * @param write - what takes a part of it, at least a byte
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
 * Makes a folder and those above it that are not there, with rights less the process's mask. Node's own recursion never
 * returns where a file system takes no folders and says that there is none, such as `/proc`, and says so of one that is read-only.
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

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
