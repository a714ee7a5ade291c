import { type Terminal } from '../terminal.ts';
import { progressLine } from './progress-line.ts';

const FRAME_MS = 100;

/** Shows progress on stderr, redrawn in place; nothing where stderr cannot be redrawn. */
export function createProgressMeter(terminal: Pick<Terminal, 'err' | 'isErrInteractive'>): {
  readonly show: (progress: { readonly done: number; readonly total: number }) => void;
  /** Removes the line. */
  readonly close: () => void;
} {
  const startedAtMs = performance.now();
  let drawnAtMs = -Infinity;
  return {
    show: ({ done, total }) => {
      const nowMs = performance.now();
      if (!terminal.isErrInteractive || nowMs - drawnAtMs < FRAME_MS) return;
      drawnAtMs = nowMs;
      terminal.err(`\r\u001b[2K${progressLine({ done, total, elapsedMs: nowMs - startedAtMs })}`);
    },
    close: () => {
      if (terminal.isErrInteractive) terminal.err('\r\u001b[2K');
    },
  };
}
