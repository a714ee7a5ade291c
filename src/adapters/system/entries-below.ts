import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** After so many no entry is looked at. */
const ENTRIES_MAX = 500_000;

/**
 * All entries below a folder, with their paths; links are listed and not followed. Folders that cannot be read have none.
 *
 * @param folder - absolute; at most 500,000 entries of it are listed
 * @param enters - whether a folder of this name is gone through; all are by default
 */
export function* entriesBelow(
  folder: string,
  enters: (name: string) => boolean = () => true,
): Generator<{ readonly path: string; readonly entry: Dirent }> {
  const waiting = [folder];
  let listed = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const entry of entriesIn(at)) {
      listed += 1;
      if (listed > ENTRIES_MAX) return;
      const path = join(at, entry.name);
      if (entry.isDirectory() && enters(entry.name)) waiting.push(path);
      yield { path, entry };
    }
  }
}

/** Where a path leads, also one at which there is nothing yet. */
export function realPlaceOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path === dirname(path) ? path : join(realPlaceOf(dirname(path)), basename(path));
  }
}

/** Whether a path is a folder or anything below it. Both absolute and normal. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
