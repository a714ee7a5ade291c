import { readdirSync } from 'node:fs';
import { basename, dirname, parse } from 'node:path';

import { nearestWord } from '../base/nearest-word.ts';

/** Names of the files in a directory; empty when it cannot be read. */
export function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** The file beside an absent one whose name is most like it, endings apart: all of one kind have the same; or null. */
export function nearestFile(path: string): string | null {
  const { name } = parse(path);
  const others = namesIn(dirname(path)).filter((other) => other !== basename(path));
  const nearest = nearestWord(
    name,
    others.map((other) => parse(other).name),
    Math.floor(name.length / 2),
  );
  return others.find((other) => parse(other).name === nearest) ?? null;
}
