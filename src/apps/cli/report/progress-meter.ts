import { type Terminal } from '../terminal.ts';
import { progressLine } from './progress-line.ts';

const FRAME_MS = 100;
/** The pace is that of so long: reading prices is not part of it, nor are variants that were kept from before. */
const LATELY_MS = 5_000;

/**
 * Shows progress on stderr, redrawn in place. Where stderr cannot be redrawn: nothing, or a line now and then.
 *
 * @param plainEveryMs - time between two such lines; default: none
 * @param unit - what is counted
 */
export function createProgressMeter(
  terminal: Pick<Terminal, 'err' | 'isErrInteractive'>,
  plainEveryMs = Infinity,
  unit = 'days',
): {
  readonly show: (progress: { readonly done: number; readonly total: number }) => void;
  /** Removes the line. */
  readonly close: () => void;
} {
  let drawnAtMs = terminal.isErrInteractive ? -Infinity : performance.now();
  const seen: { readonly atMs: number; readonly done: number }[] = [];
  return {
    show: ({ done, total }) => {
      const nowMs = performance.now();
      if (seen.length === 0) seen.push({ atMs: nowMs, done });
      if (nowMs - drawnAtMs < (terminal.isErrInteractive ? FRAME_MS : plainEveryMs)) return;
      drawnAtMs = nowMs;
      seen.push({ atMs: nowMs, done });
      while ((seen[1]?.atMs ?? nowMs) < nowMs - LATELY_MS) seen.shift();
      const [first = { atMs: nowMs, done }] = seen;
      const lately = { done: done - first.done, elapsedMs: nowMs - first.atMs };
      const line = progressLine({ done, total, unit, lately });
      terminal.err(terminal.isErrInteractive ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    close: () => {
      if (terminal.isErrInteractive) terminal.err('\r\u001b[2K');
    },
  };
}
