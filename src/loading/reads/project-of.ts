import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the nearest `package.json` above a file; the file's own folder where there is none. */
export function projectOf(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (isThere(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return dirname(file);
  }
}

/** In a confined process Node throws for what may not be read: that is no part of its project. */
function isThere(path: string): boolean {
  try {
    return existsSync(path);
  } catch {
    return false;
  }
}
