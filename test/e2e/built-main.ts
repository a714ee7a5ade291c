import { join } from 'node:path';

import { inject } from 'vitest';

/** The command line of the built program: it starts in a third of the time that the checkout's takes. */
export function builtMain(): string {
  return join(builtDirectory(), 'src/apps/cli/main.js');
}

/** Where all starts of the program keep what was compiled, so that each but the first is a warm one. */
export function compileCache(): string {
  return join(builtDirectory(), '../compile-cache');
}

function builtDirectory(): string {
  return inject('builtDirectory');
}
