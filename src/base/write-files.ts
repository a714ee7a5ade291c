import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
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

/** How a file is replaced. */
export interface ReplaceFileOptions {
  /** Its rights, less the process's mask. @default 0o600, its owner alone */
  readonly mode?: number;
  /** Whether it is on the disk, under its name, when the call returns. @default true */
  readonly isDurable?: boolean;
}

/**
 * Puts a file in the place of another, or of none, so that it is never seen in part: written as `PATH.part`, then renamed. What a
 * process that was killed left under that name is thrown away; nothing is left there by this one.
 *
 * @throws what the file system says, as when there is no room; the file before stays
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, isDurable = true }: ReplaceFileOptions = {},
): void {
  const part = `${path}.part`;
  try {
    rmSync(part, { force: true });
    const handle = openSync(part, 'wx', mode);
    try {
      writeAll(handle, content);
      if (isDurable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  if (isDurable) syncFolder(dirname(path));
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
