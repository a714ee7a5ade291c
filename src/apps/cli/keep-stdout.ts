/**
 * Keeps stdout for what was made of it before: whatever is written to it from now on, as by `console.log` in a strategy,
 * goes to stderr, and nothing takes the place of `write` any more. With `--json` a single line may stand on stdout.
 */
export function keepStdout({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  const write = stderr.write.bind(stderr);
  for (const stream of [stdout, stderr]) {
    Object.defineProperty(stream, 'write', { value: write, writable: false, configurable: false });
  }
}
