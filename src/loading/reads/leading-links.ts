import { lstatSync } from 'node:fs';
import { sep } from 'node:path';

import { entriesBelow, isWithin, realPlaceOf } from '../../adapters/system/entries-below.ts';
import { monotonicMs } from '../../adapters/system/machine-time.ts';
import { PACKAGES } from './secret-places.ts';

/** Where an author has links of their own, the process refuses to load them: they are a slip that can be mended. */
const AMONG_PACKAGES = `${sep}${PACKAGES}${sep}`;

interface Link {
  readonly path: string;
  readonly target: string;
}

/** Looking through the packages of a project takes tenths of a second, and many processes may be opened in one. */
const REMEMBERED_MS = 10_000;
const remembered = new Map<string, { readonly atMs: number; readonly links: readonly Link[] }>();

/**
 * Symbolic links among packages that lead to what may not be read, which Node would follow: out of all that may be, to
 * something hidden, or to a folder with something hidden below it.
 *
 * @param folders - looked through, real paths
 * @param roots - all that may be read, real paths
 * @param hidden - what of it may not, real paths
 */
export function linksOut(
  folders: readonly string[],
  { roots, hidden }: { readonly roots: readonly string[]; readonly hidden: readonly string[] },
): readonly string[] {
  return folders
    .flatMap(linksIn)
    .filter(({ target }) => {
      const isBare = hidden.some((place) => isWithin(target, place) || isWithin(place, target));
      return isBare || !roots.some((root) => isWithin(target, root));
    })
    .map(({ path }) => path);
}

function linksIn(folder: string): readonly Link[] {
  const nowMs = monotonicMs();
  const before = remembered.get(folder);
  if (before !== undefined && nowMs - before.atMs < REMEMBERED_MS) return before.links;
  const links = [...entriesBelow(folder)]
    .filter(({ path, entry }) => entry.isSymbolicLink() && path.includes(AMONG_PACKAGES))
    .map(({ path }) => ({ path, target: realPlaceOf(path) }));
  remembered.set(folder, { atMs: nowMs, links });
  return links;
}

/**
 * Files in folders that are hidden files under another name: hard links have the same bytes. Looked for only if a hidden file has
 * more than one name.
 */
export function otherNamesOf(
  hidden: readonly string[],
  folders: readonly string[],
): readonly string[] {
  const wanted = new Set(hidden.flatMap(filesAt).flatMap(identityOf));
  if (wanted.size === 0) return [];
  return folders
    .flatMap(filesAt)
    .filter((path) => identityOf(path).some((identity) => wanted.has(identity)));
}

/** The file itself, or all below a folder. */
function filesAt(place: string): readonly string[] {
  const below = [...entriesBelow(place)].filter(({ entry }) => entry.isFile());
  return [place, ...below.map(({ path }) => path)];
}

/** What the machine knows a file by that has several names; nothing for others. */
function identityOf(path: string): readonly string[] {
  try {
    const stats = lstatSync(path);
    return stats.isFile() && stats.nlink > 1 ? [`${String(stats.dev)}:${String(stats.ino)}`] : [];
  } catch {
    return [];
  }
}
