import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

import { entriesBelow, isWithin } from '../../adapters/system/entries-below.ts';

/** Where packages are installed: made by a package manager, with no secret of an author's. */
export const PACKAGES = 'node_modules';

/** Hidden by its name; what an account's record is called; what keys and environments usually are. */
const SECRET_NAME = /^\.|\.journal|\.paper-days\.json|\.(env|pem|key|p12|pfx|token)$/i;
/** Modules may be read by their owner alone for other reasons, and are of no use to a strategy that cannot read them. */
const CODE = /\.[cm]?[jt]sx?$|^package\.json$/;
/** Keys that configurations have and strategies do not. */
const CONFIGURATION = /^(platform|alerts|strategies)\s*:/m;
const NAMED = /\b(file|directory):\s*["']?([^"'\s,}]+)/g;
const YAML = new Set(['.yaml', '.yml']);
/** Longer files are refused as configurations. */
const YAML_BYTES_MAX = 64 * 1024;
const OTHERS_BITS = 0o077;

/**
 * What of a project no author's code may read, whichever account it is of: entries whose names begin with a dot, keys, journals, files
 * that their owner alone may read, and configurations with the states and the files of secrets that they name.
 *
 * @param project - its folder, absolute; its packages are not looked through
 * @param strategies - absolute paths; if one is its owner's alone, that marks no secret in its project
 */
export function secretPlacesIn(project: string, strategies: readonly string[]): readonly string[] {
  const own = strategies.filter((path) => isWithin(path, project));
  const isMarked = !own.some(isPrivate);
  const found: string[] = [];
  for (const { path, entry } of entriesBelow(project, isLookedThrough)) {
    if (SECRET_NAME.test(entry.name)) found.push(path);
    else if (entry.isFile()) found.push(...secretsOf(path, isMarked && !CODE.test(entry.name)));
  }
  return found;
}

function isLookedThrough(folder: string): boolean {
  return folder !== PACKAGES && !SECRET_NAME.test(folder);
}

function secretsOf(path: string, isMarked: boolean): readonly string[] {
  if (isMarked && isPrivate(path)) return [path];
  const text = YAML.has(extname(path)) ? shortText(path) : '';
  return CONFIGURATION.test(text) ? [path, ...namedBy(text, dirname(path))] : [];
}

/**
 * States and files of secrets that a configuration names. Its text is not parsed: it may be made to take long. Other files than those
 * of secrets are under the same key, but only those of secrets must be their owner's alone.
 */
function namedBy(text: string, base: string): readonly string[] {
  return [...text.matchAll(NAMED)].flatMap(([, key, path = '']) => {
    const named = resolve(base, path);
    return key === 'directory' || isPrivate(named) ? [named] : [];
  });
}

function isPrivate(path: string): boolean {
  const stats = statsOf(path);
  return stats?.isFile() === true && (stats.mode & OTHERS_BITS) === 0;
}

function shortText(path: string): string {
  const isShort = (statsOf(path)?.size ?? Infinity) <= YAML_BYTES_MAX;
  try {
    return isShort ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}
