import { type SourceFault } from '../../host/open-sources.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';

/** Values left out are reported at the first and after that no more often, of each source. */
const TOLD_EVERY_MS = 60_000;

/** What is needed to report faults of sources. */
export interface FaultNoticesOptions {
  readonly runId: string;
  readonly onNotice: (notice: Notice) => void;
  /** Real milliseconds, never going back. */
  readonly nowMs: () => number;
}

/** Reports what is wrong with the sources of a run. Values that are left out are counted: a source may bring many a second. */
export class FaultNotices {
  readonly #options: FaultNoticesOptions;
  readonly #leftOut = new Map<string, { count: number; toldAtMs: number }>();

  constructor(options: FaultNoticesOptions) {
    this.#options = options;
  }

  take(fault: SourceFault): void {
    const { runId, onNotice } = this.#options;
    if (fault.what === 'not-opened' || fault.what === 'ended') {
      // The last notice may be older than the last value that was left out.
      const leftOut = this.#leftOut.get(fault.source)?.count ?? 0;
      onNotice(noticeOf('source-failed', runId, { ...fault, leftOut }));
    } else this.#leaveOut(fault);
  }

  #leaveOut(fault: SourceFault): void {
    const { runId, onNotice, nowMs } = this.#options;
    const { count = 0, toldAtMs = -Infinity } = this.#leftOut.get(fault.source) ?? {};
    const isDue = nowMs() - toldAtMs >= TOLD_EVERY_MS;
    const leftOut = count + 1;
    this.#leftOut.set(fault.source, { count: leftOut, toldAtMs: isDue ? nowMs() : toldAtMs });
    if (isDue) onNotice(noticeOf('source-failed', runId, { ...fault, leftOut }));
  }
}
