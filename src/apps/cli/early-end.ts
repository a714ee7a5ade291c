import { writeSync } from 'node:fs';

import { EXIT_CODES } from './exit-codes.ts';

/**
 * From now on a process that ends while its command is under way says so, and never ends with the code of success,
 * whoever ended it. The returned function stops that, once the command has an exit code.
 */
export function tellEarlyEnd(command: string): () => void {
  const listener = (code: number): void => {
    // Nothing that is only queued would still be written.
    writeSync(
      2,
      `\nThe process ended while "${command}" was under way: nothing more is done or written\n`,
    );
    if (code === EXIT_CODES.ok) process.exitCode = EXIT_CODES.internal;
  };
  process.once('exit', listener);
  return () => process.off('exit', listener);
}
