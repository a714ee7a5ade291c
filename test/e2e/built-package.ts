import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type TestProject } from 'vitest/node';

import { buildPackage } from '../support/build.ts';

/** The package as it is published, unpacked where its dependencies are found. */
export interface BuiltPackage {
  readonly directory: string;
  /** The compiler's; empty when the package is whole. */
  readonly complaints: readonly string[];
}

declare module 'vitest' {
  /** What the project's setup hands to its tests. */
  export interface ProvidedContext {
    readonly builtPackage: BuiltPackage;
  }
}

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/**
 * Builds the package once for all files of the project, and takes it away at the end. `SAUDA_E2E_PACKAGE` names one that
 * is built already.
 */
export async function setup(project: TestProject): Promise<(() => void) | undefined> {
  const given = process.env['SAUDA_E2E_PACKAGE'];
  if (given !== undefined) {
    project.provide('builtPackage', { directory: given, complaints: [] });
    return undefined;
  }
  const above = mkdtempSync(join(tmpdir(), 'sauda-built-'));
  const directory = join(above, 'package');
  symlinkSync(MODULES, join(above, 'node_modules'));
  project.provide('builtPackage', { directory, complaints: await buildPackage(directory) });
  return () => {
    rmSync(above, { recursive: true, force: true });
  };
}
