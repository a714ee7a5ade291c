/** A promise that was rejected, and why. */
export interface Rejected {
  readonly reason: unknown;
  readonly promise: unknown;
}

/**
 * Takes what promises are rejected with and nobody handles, which else ends the process; the returned function stops it.
 * What `take` throws ends the process.
 *
 * @param take - gets the promise, too, and whether somebody else takes it as well
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
