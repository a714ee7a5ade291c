import { readFileSync, writeFileSync } from 'node:fs';
import { type Readable } from 'node:stream';

import { sanitizeLines } from '../../base/printable.ts';

/** What a child may take of this machine. */
export interface ChildBounds {
  /** Of memory in all, on Linux; looked at every second. */
  readonly memoryMib: number;
  /** It has taken more. */
  readonly onTooMuch: () => void;
}

const LOOK_EVERY_MS = 1_000;
const PAGE_BYTES = 4_096;
/** In which Linux counts processor time, for all programs. */
const TICK_MS = 10;
const MIB_BYTES = 2 ** 20;
/** Characters that a child may print at once; for more it waits. */
const PRINTED_MAX = 64 * 1024;
const WAIT_MS = 200;

/**
 * Bounds a child: where memory runs out, the system ends it and not this program; and its memory has a limit, buffers and all,
 * which the limit of a heap leaves out. The returned function ends the watch.
 */
export function boundChild(pid: number | undefined, bounds: ChildBounds): () => void {
  if (pid === undefined || process.platform !== 'linux') return () => undefined;
  letSystemEndFirst(pid);
  const timer = setInterval(() => {
    if (residentBytes(pid) > bounds.memoryMib * MIB_BYTES) bounds.onTooMuch();
  }, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
  };
}

/**
 * Shows people what a child prints, made safe for a terminal and a log: no escape sequence of it reaches either. A flood is slowed down,
 * and keeps nothing here busy.
 */
export function showPrinted(printed: Readable): void {
  let left = PRINTED_MAX;
  printed.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(sanitizeLines(text));
    left -= text.length;
    if (left > 0) return;
    printed.pause();
    setTimeout(() => {
      left = PRINTED_MAX;
      printed.resume();
    }, WAIT_MS).unref();
  });
}

function letSystemEndFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${String(pid)}/oom_score_adj`, '1000');
  } catch {
    // It is gone already, or this system has no such thing.
  }
}

/** Processor time that a process has taken, milliseconds, in steps of ten; null where the machine does not say. */
export function cpuMsOf(pid: number): number | null {
  try {
    const told = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // After the name, which may hold anything, comes the third field.
    const fields = told.slice(told.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}

/** Resident memory of a process, bytes; 0 where the machine does not say. */
export function residentBytes(pid: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${String(pid)}/statm`, 'utf8').split(' ');
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
