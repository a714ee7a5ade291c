import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a `node_modules` folder holds under a name. */
export interface InstalledPackage {
  /** Its folder, absolute. */
  readonly folder: string;
  readonly version: string;
  /** What `require` gets of it, absolute. */
  readonly main: string;
}

/** The package of a name that code in a folder would import; null when none is installed there or above. */
export function findPackage(name: string, from: string): InstalledPackage | null {
  for (let above = from; ; above = dirname(above)) {
    const folder = join(above, 'node_modules', name);
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) return installedIn(folder, readFileSync(manifest, 'utf8'));
    if (dirname(above) === above) return null;
  }
}

function installedIn(folder: string, manifest: string): InstalledPackage | null {
  try {
    const { version, main } = JSON.parse(manifest) as Record<string, unknown>;
    const file = typeof main === 'string' ? main : 'index.js';
    return { folder, version: String(version), main: join(folder, file) };
  } catch {
    return null;
  }
}
