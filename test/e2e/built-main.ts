import { join } from 'node:path';

import { inject } from 'vitest';

/** The command line of the built program: it starts in a third of the time that the checkout's takes. */
export function builtMain(): string {
  return join(builtDirectory(), 'src/apps/cli/main.js');
}

/** Where the built program lies. */
export function builtDirectory(): string {
  return inject('builtDirectory');
}
