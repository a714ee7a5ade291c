import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type TestProject } from 'vitest/node';

import { buildProgram } from '../support/build.ts';

declare module 'vitest' {
  /** What the project's setup hands to its tests. */
  export interface ProvidedContext {
    /** Where the program lies as it is published, but for its types, and where its dependencies are found. */
    readonly builtDirectory: string;
  }
}

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/**
 * Builds the program once for all files of the project, and takes it away at the end. Its types, which take the compiler
 * ten times as long, are made by the test of the package alone: all tests wait for this. `SAUDA_E2E_PACKAGE` names a whole
 * package that is built already.
 */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const given = process.env['SAUDA_E2E_PACKAGE'];
  if (given !== undefined) {
    project.provide('builtDirectory', given);
    return undefined;
  }
  const above = mkdtempSync(join(tmpdir(), 'sauda-built-'));
  const directory = join(above, 'package');
  symlinkSync(MODULES, join(above, 'node_modules'));
  await buildProgram(directory);
  project.provide('builtDirectory', directory);
  return () => {
    // A process that was killed may still be about to write to the cache.
    rmSync(above, { recursive: true, force: true, maxRetries: 5 });
  };
}
