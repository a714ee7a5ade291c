import { join } from 'node:path';

import { inject } from 'vitest';

/** The package could not be built. */
class BuildProblem extends Error {
  override name = 'BuildProblem';
}

/** The command line of the built package: it starts in a third of the time that the checkout's takes. */
export function builtMain(): string {
  return join(builtDirectory(), 'src/apps/cli/main.js');
}

/**
 * Where the built package lies.
 *
 * @throws {BuildProblem} when it could not be built
 */
export function builtDirectory(): string {
  const { directory, complaints } = inject('builtPackage');
  if (complaints.length > 0) throw new BuildProblem(complaints.join('\n'));
  return directory;
}
