import { mkdtemp, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { makeFolder } from '../../runtime/make-folder.ts';

/**
 * Writes a file that is there whole or not at all: what was there before stays until all of the new one is on the disk.
 * Folders that are not there are made. What is no file, such as `/dev/stdout`, is written to.
 *
 * @throws {Error} of the system when it cannot be written
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there !== null && !there.isFile()) {
    await writeFile(path, content);
    return;
  }
  const target = there === null ? path : await realpath(path);
  makeFolder(dirname(target));
  const draft = await mkdtemp(join(dirname(target), '.draft-'));
  try {
    const written = join(draft, basename(target));
    await writeFile(written, content, there === null ? {} : { mode: there.mode });
    await rename(written, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
