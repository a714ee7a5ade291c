import { spawnSync } from 'node:child_process';
import { fstatSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';

import { whyUnreadable } from '../../base/problem.ts';
import { writeAll } from '../../base/write-files.ts';

/** Where a command writes. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `out` is a terminal that can be redrawn. */
  readonly isInteractive: boolean;
  /** Whether `err` is a terminal that can be redrawn. */
  readonly isErrInteractive: boolean;
  readonly hasColor: boolean;
  /** Size now; 80 by 24 when it is not a terminal. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly onResize: (listener: () => void) => () => void;
  /** Reads keys until what is returned is called; null where none can be read. */
  readonly onKeys: (listener: (text: string) => void) => (() => void) | null;
  /** Waits until everything has been written; why something could not be, unless its reader has gone. */
  readonly flush: () => Promise<string | null>;
}

/**
 * The process's own terminal. A reader that goes away (`sauda … | head`) ends the output, not the process: a
 * trading day continues.
 */
export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const out = lossyWriter(wholeWriter(1, stdout));
  const err = lossyWriter(wholeWriter(2, stderr));
  const isDumb = env['TERM'] === 'dumb' || isSet(env['CI']);
  return {
    out: out.write,
    err: err.write,
    isInteractive: stdout.isTTY && !isDumb,
    isErrInteractive: stderr.isTTY && !isDumb,
    hasColor: wantsColor(env, stdout.isTTY && !isDumb),
    size: () => ({
      columns: sizeOr(stdout.columns, 80),
      rows: sizeOr(stdout.rows, 24),
    }),
    onResize: (listener) => {
      stdout.on('resize', listener);
      return () => stdout.off('resize', listener);
    },
    onKeys: listenForKeys,
    flush: async () => {
      const [lostOut, lostErr] = await Promise.all([out.flush(), err.flush()]);
      return lostOut ?? lostErr;
    },
  };
}

/** A side of the terminal; the usual one where there is none, or it says 0 as those of scripts do. */
function sizeOr(found: number | undefined, usual: number): number {
  return found === undefined || found < 1 ? usual : found;
}

/** Colour by NO_COLOR (wins), FORCE_COLOR, then whether a terminal is there. */
export function wantsColor(
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (isSet(env['NO_COLOR'])) return false;
  if (isSet(env['FORCE_COLOR'])) return env['FORCE_COLOR'] !== '0';
  return isTerminal;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/** For a file, what writes all of a text or fails: Node takes the part that a full disk had room for as the whole. */
function wholeWriter(fd: 1 | 2, stream: NodeJS.WritableStream): NodeJS.WritableStream {
  if (!fstatSync(fd).isFile()) return stream;
  return new Writable({
    write: (chunk: Uint8Array, _, done) => {
      try {
        writeAll(fd, chunk);
        done();
      } catch (error) {
        done(error instanceof Error ? error : null);
      }
    },
  });
}

/** Writes to a stream as long as somebody reads it, past what is put in the place of its `write` later. */
export function lossyWriter(stream: NodeJS.WritableStream): {
  write: (text: string) => void;
  flush: () => Promise<string | null>;
} {
  const write = stream.write.bind(stream);
  let isGone = false;
  let trouble: string | null = null;
  const note = (error: NodeJS.ErrnoException): void => {
    isGone = true;
    if (error.code !== 'EPIPE') trouble ??= whyUnreadable(error);
  };
  stream.on('error', note);
  return {
    write: (text) => {
      if (!isGone) write(text);
    },
    flush: () =>
      new Promise((resolve) => {
        if (isGone) {
          resolve(trouble);
          return;
        }
        const done = (error?: Error | null): void => {
          if (error instanceof Error) note(error);
          stream.off('error', done);
          resolve(trouble);
        };
        stream.on('error', done);
        write('', done);
      }),
  };
}

/** What a terminal sends in place of a signal while keys are read one by one. */
const SIGNAL_KEYS: Readonly<Record<string, NodeJS.Signals>> = {
  '\u0003': 'SIGINT',
  '\u001c': 'SIGQUIT',
};
const SUSPEND = '\u001a';

/**
 * Reads keys one by one from the process's terminal, until what is returned is called. Ctrl-C and Ctrl-\ stay the signals
 * that they are, and Ctrl-Z suspends. Null where there is no terminal to read from, or the process is in the background:
 * the system stops a process that reads from there, and a day must go on.
 */
function listenForKeys(listener: (text: string) => void): (() => void) | null {
  const { stdin } = process;
  if (!stdin.isTTY || !isInForeground()) return null;
  const take = (data: Buffer | string): void => {
    const text = data.toString();
    for (const [key, signal] of Object.entries(SIGNAL_KEYS)) {
      if (text.includes(key)) process.kill(process.pid, signal);
    }
    if (text.includes(SUSPEND)) suspend();
    else listener(text);
  };
  let isReading = false;
  const begin = (): void => {
    if (isReading || !isInForeground()) return;
    isReading = true;
    stdin.setRawMode(true);
    stdin.resume();
  };
  const end = (): void => {
    isReading = false;
    stdin.pause();
    if (isInForeground()) stdin.setRawMode(false);
  };
  const suspend = (): void => {
    end();
    process.kill(process.pid, 'SIGTSTP');
  };
  stdin.on('data', take);
  begin();
  // A shell that brings a running job back to the front says nothing of it.
  const looking = setInterval(begin, LOOK_MS).unref();
  return () => {
    clearInterval(looking);
    stdin.off('data', take);
    end();
    stdin.unref();
  };
}

/** How often a process that was suspended looks whether the terminal is its own again. */
const LOOK_MS = 1000;
const [GROUP, FOREGROUND_GROUP] = [2, 5];

function isInForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[GROUP] === fields[FOREGROUND_GROUP];
  } catch {
    const state = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' });
    return state.status === 0 && state.stdout.includes('+');
  }
}

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
