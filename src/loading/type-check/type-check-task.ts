import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Strategies whose types are to be compiled. Plain data: it goes to another thread. */
export interface TypeCheckTask {
  /** Absolute paths of TypeScript files. */
  readonly files: readonly string[];
  /** What `require` gets of `typescript`, absolute. */
  readonly compiler: string;
}

/** An error of the compiler. */
export interface TypeProblem {
  /** Absolute path of the file that it is in. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** As `TS2322`. */
  readonly code: string;
  readonly message: string;
}

/** What the compiler said of files that have one `tsconfig.json`, or none. */
export type TypesOfFiles = {
  readonly files: readonly string[];
} & (
  | { readonly kind: 'compiled'; readonly problems: readonly TypeProblem[] }
  | { readonly kind: 'not-compiled'; readonly reason: string }
);

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
