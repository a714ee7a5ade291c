import { writeSync } from 'node:fs';
import { inspect } from 'node:util';

/** Ends the process as one that nothing catches what was thrown in: it is shown, and the exit code is 1. */
export function endByFault(thrown: unknown): never {
  writeSync(2, `\nUncaught ${inspect(thrown)}\n`);
  process.exit(1);
}
