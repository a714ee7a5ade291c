import { writeSync } from 'node:fs';

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
