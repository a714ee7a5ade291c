import { type Terminal } from '../terminal.ts';

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

interface Progress {
  readonly done: number;
  readonly total: number;
  readonly unit?: string;
  /** How many were done lately, and in how long. */
  readonly lately: { readonly done: number; readonly elapsedMs: number };
}

/** `██████░░░░  120/250 days  35/s  4 s left`. */
export function progressLine({ done, total, lately, unit = 'days' }: Progress): string {
  const perSecond = lately.elapsedMs > 0 ? (lately.done * 1000) / lately.elapsedMs : 0;
  const left = perSecond > 0 ? `${String(Math.ceil((total - done) / perSecond))} s left` : '';
  const rate = perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toFixed(1);
  const share = total === 0 ? 1 : done / total;
  return `${progressBar(share, 24)}  ${String(done)}/${String(total)} ${unit}  ${rate}/s  ${left}`.trimEnd();
}

/** A bar of `width` characters, filled to `share` (0 to 1): `███████░░░`. None where there is no room: a width below 1. */
export function progressBar(share: number, width: number): string {
  const bounded = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
  const room = Math.max(0, width);
  const filled = Math.round(bounded * room);
  return '█'.repeat(filled) + '░'.repeat(room - filled);
}
