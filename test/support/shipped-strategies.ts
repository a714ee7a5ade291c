import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the strategies that ship are, with `/` at its end. */
export const STRATEGIES_FOLDER = fileURLToPath(new URL('../../strategies/', import.meta.url));

/** The files of all strategies that ship, below that folder, in the order of their names; without the modules of their sources. */
export function shippedFiles(): readonly string[] {
  const names = readdirSync(STRATEGIES_FOLDER, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(ts|yaml)$/.test(name) && !name.includes('/sources/'))
    .toSorted();
}
