import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/apps/cli/main.ts', import.meta.url));
/** A year's result as JSON has some megabytes. */
const OUT_BYTES_MAX = 1_000_000_000;

/** What a command printed, and how it ended. */
interface Ran {
  readonly out: string;
  /** What it wrote to stderr. */
  readonly lines: string;
  readonly code: number;
}

/** Runs a command of this checkout, in a folder. @param cwd default: this process's */
export function sauda(args: readonly string[], cwd?: string): Ran {
  const { stdout, status, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    cwd,
    maxBuffer: OUT_BYTES_MAX,
  });
  if (status === null || stdout === '') process.stderr.write(stderr);
  return { out: stdout, lines: stderr, code: status ?? -1 };
}
