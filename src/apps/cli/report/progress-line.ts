import { progressBar } from '../view/progress-bar.ts';

/** How far a backtest, or something of many parts, is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** What is counted. @default 'days' */
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
