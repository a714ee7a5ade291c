import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * What a file holds, links followed. A pipe or a device is refused: reading one may never end, and nothing else of the
 * program would run meanwhile.
 *
 * @throws what the file system says, as an error with a `code`
 */
export function readRegularFile(path: string): Buffer {
  // Without waiting: to open a pipe takes until someone writes into it.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    // Of a directory the file system says so itself.
    if (!stats.isFile() && !stats.isDirectory()) throw new NotRegularError(path);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Says what it is as the file system does. */
class NotRegularError extends Error {
  override readonly name = 'NotRegularError';
  readonly code = 'ENOTREGULAR';

  constructor(path: string) {
    super(`Not a regular file: ${path}`);
  }
}
