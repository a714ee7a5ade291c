/** Takes what is thrown where nothing catches it, which else ends the process; the returned function stops it. */
export function takeExceptions(take: (thrown: unknown) => void): () => void {
  process.on('uncaughtException', take);
  return () => {
    process.off('uncaughtException', take);
  };
}
