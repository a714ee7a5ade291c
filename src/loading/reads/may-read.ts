import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isWithin, realPlaceOf } from '../../adapters/system/entries-below.ts';
import { namesIn } from '../../settings/names-in.ts';
import { KIT } from '../own-modules.ts';
import { linksOut, otherNamesOf } from './leading-links.ts';
import { projectOf } from './project-of.ts';
import { PACKAGES, secretPlacesIn } from './secret-places.ts';

/** What of a state directory opens something or is the record, where the strategies themselves lie in it. */
const KEPT_OF_STATE = /\.journal|^evidence$|\.paper-days\.json/;

/** Entries of one folder that are listed, and in all: a command line has room for so many, and a longer one starts no process. */
const LISTED_MAX = 4_000;
const READS_MAX = 8_000;

/**
 * What a process for strategies may read, each with all that is below it: the projects of its strategies, this program, and
 * the packages that either finds; nothing that is hidden, no secret of any account that lies in a project, and none of them by another
 * name. Node's model only allows: of a folder with something hidden below, its other entries are listed, as they are now.
 */
export function mayRead(
  strategies: readonly string[],
  hidden: readonly string[],
): readonly string[] {
  const all = placesFor(strategies);
  const roots = [...new Set(all.map(realPlaceOf))];
  const places = strategies.map(realPlaceOf);
  const secrets = [...new Set(strategies.map(projectOf))]
    .flatMap((project) => secretPlacesIn(realPlaceOf(project), places))
    .filter((secret) => !places.includes(secret));
  const kept = [...hidden, ...secrets]
    .flatMap((place) => [place, realPlaceOf(place)])
    .flatMap((place) => keptOf(place, places));
  const links = linksOut(outermost(roots), { roots, hidden: kept });
  const names = otherNamesOf([...hidden, ...secrets.filter(isFile)], outermost(roots));
  const bounds = { kept: [...new Set([...kept, ...links, ...names])], roots };
  const reads = all.flatMap((path) => readableIn(path, bounds));
  return [...new Set(reads)].slice(0, READS_MAX).sort();
}

/** Projects come last: of what does not fit on a command line, they are left out. */
function placesFor(strategies: readonly string[]): readonly string[] {
  const program = projectOf(fileURLToPath(KIT));
  const own = ['src', 'config', 'package.json'].map((name) => join(program, name));
  const projects = strategies.map(projectOf);
  const packages = [program, ...projects].flatMap(packageFolders);
  return [...new Set([...own, ...packages, ...projects])].filter((path) => existsSync(path));
}

/** Without those that lie in another. */
function outermost(folders: readonly string[]): readonly string[] {
  return folders.filter((folder) => !folders.some((of) => of !== folder && isWithin(folder, of)));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A hidden place; only what must not be read of it where strategies lie there. */
function keptOf(place: string, strategies: readonly string[]): readonly string[] {
  if (!strategies.some((path) => path !== place && isWithin(path, place))) return [place];
  return namesIn(place)
    .filter((name) => KEPT_OF_STATE.test(name))
    .map((name) => join(place, name));
}

interface Bounds {
  /** What may not be read, real paths. */
  readonly kept: readonly string[];
  /** What may be, without that. */
  readonly roots: readonly string[];
}

function readableIn(path: string, bounds: Bounds): readonly string[] {
  const { kept } = bounds;
  const real = realPlaceOf(path);
  if (kept.some((place) => isWithin(real, place))) return [];
  if (!kept.some((place) => isWithin(place, real))) return [...new Set([path, real])];
  return entriesOf(path, bounds);
}

function entriesOf(folder: string, bounds: Bounds): readonly string[] {
  const real = realPlaceOf(folder);
  const names = namesIn(folder).toSorted().slice(0, LISTED_MAX);
  return names.flatMap((name, at) => {
    const [path, entry] = [join(folder, name), join(real, name)];
    if (!isOwnEntry(entry, bounds)) return [];
    if (realPlaceOf(entry) !== entry) return [path, entry];
    return isMistaken(path, names[at + 1]) ? entriesOf(path, bounds) : readableIn(path, bounds);
  });
}

/** Whether Node takes a folder for a part of another entry's name: it then lets no one look at the folder itself. */
function isMistaken(path: string, next: string | undefined): boolean {
  return next?.startsWith(basename(path)) === true && isFolder(path);
}

/** Whether an entry is of its folder, or a link that leads to nothing but what may be read. */
function isOwnEntry(entry: string, { kept, roots }: Bounds): boolean {
  if (kept.includes(entry)) return false;
  const target = realPlaceOf(entry);
  if (target === entry) return true;
  return (
    roots.some((root) => isWithin(target, root)) &&
    !kept.some((place) => isWithin(place, target) || isWithin(target, place))
  );
}

/** Where Node looks for the packages of a folder. */
function packageFolders(folder: string): readonly string[] {
  const found = [join(folder, PACKAGES)];
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    found.push(join(dirname(at), PACKAGES));
  }
  return found;
}
