import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Address of the kit: what `import 'sauda'` in a strategy means in this process. */
export const KIT = new URL(`../index${extname(fileURLToPath(import.meta.url))}`, import.meta.url)
  .href;

/**
 * Packages whose code is part of the program's own files, and the address at which it is. In a checkout there are none:
 * the build puts another list in this one's place (`test/support/bundle.ts`).
 */
export const BUILT_IN: ReadonlyMap<string, string> = new Map();
