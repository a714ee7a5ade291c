import { fileURLToPath } from 'node:url';

import { hashOfSources, type StrategySource } from './load-strategy.ts';
import { readRegularFile } from './regular-file.ts';

/** The `sourceHash` that a loaded strategy would have by its files as they are now; null where one cannot be read. */
export function hashOnDisk({
  path,
  imports = [],
}: Pick<StrategySource, 'path' | 'imports'>): string | null {
  try {
    const imported = imports.map((url) => {
      const file = fileURLToPath(url);
      return { path: file, content: readRegularFile(file) };
    });
    return hashOfSources(path, readRegularFile(path).toString('utf8'), imported);
  } catch {
    return null;
  }
}
