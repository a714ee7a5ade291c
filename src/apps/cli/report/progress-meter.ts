import { type Terminal } from '../terminal.ts';
import { progressLine } from './progress-line.ts';

const FRAME_MS = 100;

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
  const startedAtMs = performance.now();
  let drawnAtMs = terminal.isErrInteractive ? -Infinity : startedAtMs;
  return {
    show: ({ done, total }) => {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs < (terminal.isErrInteractive ? FRAME_MS : plainEveryMs)) return;
      drawnAtMs = nowMs;
      const line = progressLine({ done, total, unit, elapsedMs: nowMs - startedAtMs });
      terminal.err(terminal.isErrInteractive ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    close: () => {
      if (terminal.isErrInteractive) terminal.err('\r\u001b[2K');
    },
  };
}
