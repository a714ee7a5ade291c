import { fstatSync } from 'node:fs';
import { Writable } from 'node:stream';

import { whyUnreadable } from '../../base/why-unreadable.ts';
import { listenForKeys } from './terminal-keys.ts';
import { writeAll } from '../../runtime/write-all.ts';

/** Where a command writes. */
export interface Terminal {
  /** Results. */
  readonly out: (text: string) => void;
  /** Progress, notices and errors. */
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
  /** Waits until everything has been written; why something could not be, unless nobody reads it any more. */
  readonly flush: () => Promise<string | null>;
}

/**
 * The process's own terminal. A reader that goes away (`sauda … | head`) ends the output, not the process: a
 * trading day goes on unseen.
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
