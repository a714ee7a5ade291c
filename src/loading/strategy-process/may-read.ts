import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

import { KIT } from '../own-modules.ts';

/** What of a state directory opens something or is the record, where the strategies themselves lie in it. */
const KEPT_OF_STATE = /\.journal|^evidence$|\.paper-days\.json/;

/** Entries of one folder that are listed: a command line has room for so many, and a longer one starts no process. */
const LISTED_MAX = 4_000;

/**
 * What a process for strategies may read, each with all that is below it: the projects of its strategies, this program, and
 * the packages that either finds; nothing that is hidden. Node's model only allows: of a folder with something hidden below, its other
 * entries are listed, as they are now.
 */
export function mayRead(
  strategies: readonly string[],
  hidden: readonly string[],
): readonly string[] {
  const program = projectOf(fileURLToPath(KIT));
  const own = ['src', 'config', 'package.json'].map((name) => join(program, name));
  const projects = strategies.map(projectOf);
  const packages = [program, ...projects].flatMap(packageFolders);
  const all = [...own, ...projects, ...packages].filter((path) => existsSync(path));
  const places = strategies.map(realPlaceOf);
  const kept = hidden.map(realPlaceOf).flatMap((place) => keptOf(place, places));
  return [...new Set(all.flatMap((path) => readableIn(path, kept)))].sort();
}

/** A hidden place; only what must not be read of it where strategies lie there. */
function keptOf(place: string, strategies: readonly string[]): readonly string[] {
  if (!strategies.some((path) => path !== place && isWithin(path, place))) return [place];
  return namesIn(place)
    .filter((name) => KEPT_OF_STATE.test(name))
    .map((name) => join(place, name));
}

function readableIn(path: string, kept: readonly string[]): readonly string[] {
  const real = realPlaceOf(path);
  if (kept.some((place) => isWithin(real, place))) return [];
  if (!kept.some((place) => isWithin(place, real))) return [...new Set([path, real])];
  return namesIn(path)
    .slice(0, LISTED_MAX)
    .map((name) => join(path, name))
    .filter((entry) => isOwnEntry(entry, real, kept))
    .flatMap((entry) => readableIn(entry, kept));
}

/** Whether an entry is of its folder: a link may lead anywhere, and back to where it is. */
function isOwnEntry(entry: string, folder: string, kept: readonly string[]): boolean {
  const real = realPlaceOf(entry);
  if (real === join(folder, basename(entry))) return true;
  return isWithin(real, folder) && !kept.some((place) => isWithin(place, real));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** Where a path leads, also one at which there is nothing yet. */
function realPlaceOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === dirname(path) ? path : join(realPlaceOf(dirname(path)), basename(path));
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
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
