import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Which file a path stands for, or would: equal for links, and for names in another case where the disk takes them for
 * the same. Null for what nothing can take the place of, such as a terminal.
 */
export function placeOfFile(path: string): string | null {
  try {
    const there = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (there === undefined) return realPathOf(path);
    if (!there.isFile() && !there.isDirectory()) return null;
    return `${String(there.dev)}:${String(there.ino)}`;
  } catch {
    return path;
  }
}

/** The path of a file that is not there, by the real path of what is there above it. */
function realPathOf(path: string): string {
  const parent = dirname(path);
  try {
    return realpathSync.native(path);
  } catch {
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
