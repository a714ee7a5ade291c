import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildProgram } from '../support/build.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Builds the program into a directory, with the packages that it finds there; gives the address of its command. */
export async function buildBeside(directory: string): Promise<string> {
  const built = join(directory, 'sauda');
  await buildProgram(built);
  symlinkSync(MODULES, join(directory, 'node_modules'));
  return join(built, 'src/apps/cli/main.js');
}
