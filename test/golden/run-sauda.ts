import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/apps/cli/main.ts', import.meta.url));
/** A year's result as JSON has some megabytes. */
const OUT_BYTES_MAX = 1_000_000_000;

/** Runs a command of this checkout. */
export function sauda(args: readonly string[]): { readonly out: string; readonly code: number } {
  const { stdout, status, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    maxBuffer: OUT_BYTES_MAX,
  });
  if (status === null || stdout === '') process.stderr.write(stderr);
  return { out: stdout, code: status ?? -1 };
}
