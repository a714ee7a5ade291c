/** Takes what promises are rejected with and nobody handles, which else ends the process; the returned function stops it. */
export function takeRejections(take: (reason: unknown) => void): () => void {
  process.on('unhandledRejection', take);
  return () => {
    process.off('unhandledRejection', take);
  };
}
