import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { hashOfSources, type StrategySource } from './load-strategy.ts';

/** The `sourceHash` that a loaded strategy would have by its files as they are now; null where one cannot be read. */
export function hashOnDisk({
  path,
  imports = [],
}: Pick<StrategySource, 'path' | 'imports'>): string | null {
  try {
    const imported = imports.map((url) => {
      const file = fileURLToPath(url);
      return { path: file, content: readFileSync(file) };
    });
    return hashOfSources(path, readFileSync(path, 'utf8'), imported);
  } catch {
    return null;
  }
}
