import { writeSync } from 'node:fs';
import { inspect } from 'node:util';

/** A promise that was rejected, and why. */
export interface Rejected {
  readonly reason: unknown;
  readonly promise: unknown;
}

/**
 * Takes unhandled rejections, which would end the process; the returned function stops it. What `take` throws ends the process.
 *
 * @param take - also gets the promise, and whether another listener takes it too
 */
export function takeRejections(
  take: (rejected: Rejected, isTakenElsewhere: boolean) => void,
): () => void {
  const listener = (reason: unknown, promise: unknown): void => {
    take({ reason, promise }, process.listenerCount('unhandledRejection') > 1);
  };
  process.on('unhandledRejection', listener);
  return () => {
    process.off('unhandledRejection', listener);
  };
}

/** Takes what is thrown where nothing catches it, which else ends the process; the returned function stops it. */
export function takeExceptions(take: (thrown: unknown) => void): () => void {
  process.on('uncaughtException', take);
  return () => {
    process.off('uncaughtException', take);
  };
}

/** Ends the process as one that nothing catches what was thrown in: it is shown, and the exit code is 1. */
export function endByFault(thrown: unknown): never {
  writeSync(2, `\nUncaught ${inspect(thrown)}\n`);
  process.exit(1);
}
