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

/** What is done where a fault ends the process. */
export interface LastResort {
  /** Leaves word for the next start. What it throws is passed over. */
  readonly leave: () => void;
  /** Makes what is shown of the fault fit to be seen. */
  readonly scrub: (text: string) => string;
}

let lastResort: LastResort = { leave: () => undefined, scrub: (text) => text };

/** From now on this is done before a fault ends the process. The last that was given counts. */
export function standByForFault(to: LastResort): void {
  lastResort = to;
}

/** Ends the process as one that nothing catches what was thrown in: what stands by is done, it is shown, and the exit code is 1. */
export function endByFault(thrown: unknown): never {
  try {
    lastResort.leave();
  } catch {
    // A disk that is full: the end comes all the same.
  }
  writeSync(2, `\nUncaught ${lastResort.scrub(inspect(thrown))}\n`);
  process.exit(1);
}
