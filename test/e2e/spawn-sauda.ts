import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { builtMain, compileCache } from './built-main.ts';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The checkout's own command line, which nobody has built. */
export const CHECKOUT_MAIN = join(ROOT, 'src/apps/cli/main.ts');

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What a command runs with. */
export interface SpawnOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What to run instead of the built command. */
  readonly command?: readonly [string, ...string[]];
  /** Called with all of stdout so far, whenever more arrives. */
  readonly onOut?: (out: string, child: ChildProcess) => void;
}

/** Runs `sauda` as a user would and waits for its end. Only PATH and HOME come from the tests' own environment. */
export function spawnSauda(args: readonly string[], options: SpawnOptions): Promise<Ended> {
  const [file, ...before] = options.command ?? [process.execPath, builtMain()];
  const child = spawn(file, [...before, ...args], {
    cwd: options.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: process.env['HOME'] ?? '',
      // What is compiled of the built program serves all of its starts; another command may run where none was built.
      ...(options.command === undefined ? { NODE_COMPILE_CACHE: compileCache() } : {}),
      ...options.env,
    },
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    options.onOut?.(out, child);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, out, err });
    });
  });
}
