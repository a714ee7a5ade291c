import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { KIT } from '../own-modules.ts';

/**
 * What a process for strategies may read, each with all that is below it: the projects of its strategies, this program, and
 * the packages that either finds.
 */
export function mayRead(strategies: readonly string[]): readonly string[] {
  const program = projectOf(fileURLToPath(KIT));
  const own = ['src', 'config', 'package.json'].map((name) => join(program, name));
  const projects = strategies.map(projectOf);
  const packages = [program, ...projects].flatMap(packageFolders);
  const all = [...own, ...projects, ...packages].filter((path) => existsSync(path));
  return [...new Set(all.flatMap((path) => [path, realpathSync(path)]))].sort();
}

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

/** Where Node looks for the packages of a folder. */
function packageFolders(folder: string): readonly string[] {
  const found = [join(folder, 'node_modules')];
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    found.push(join(dirname(at), 'node_modules'));
  }
  return found;
}
