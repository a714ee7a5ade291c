import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every file under a directory with its bytes as UTF-8, by its path from there. */
export function filesUnder(directory: string): ReadonlyMap<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    paths.map((path) => [path.slice(directory.length + 1), readFileSync(path, 'utf8')]),
  );
}
