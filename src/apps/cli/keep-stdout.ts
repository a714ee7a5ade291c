/**
 * Keeps stdout for what was made of it before: whatever is written to it from now on, as by `console.log` in a strategy,
 * goes to stderr. With `--json` a single line may stand on stdout.
 */
export function keepStdout({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): void {
  stdout.write = stderr.write.bind(stderr);
}
