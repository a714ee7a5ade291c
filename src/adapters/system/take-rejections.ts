/**
 * Takes what promises are rejected with and nobody handles, which else ends the process; the returned function stops it.
 * What `take` throws ends the process.
 *
 * @param take - told, too, whether somebody else takes it as well
 */
export function takeRejections(
  take: (reason: unknown, isTakenElsewhere: boolean) => void,
): () => void {
  const listener = (reason: unknown): void => {
    take(reason, process.listenerCount('unhandledRejection') > 1);
  };
  process.on('unhandledRejection', listener);
  return () => {
    process.off('unhandledRejection', listener);
  };
}
