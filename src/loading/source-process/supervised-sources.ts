import { residentBytes } from '../../adapters/system/bound-child.ts';
import { monotonicMs, wait } from '../../adapters/system/machine-time.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type HostProcesses } from '../../ports/run-host.ts';
import { type PlannedRun } from '../planned-run.ts';
import { RestartLadder } from '../strategy-process/restart-ladder.ts';
import { FaultNotices } from './fault-notices.ts';
import { type SourceListener, type SourceProcess, type SourcesEnded } from './source-process.ts';

type OpenedProcess = Pick<SourceProcess, 'close'> & Partial<Pick<SourceProcess, 'pid'>>;

/** Who hears of the sources of a run. */
export interface SupervisedSourcesOptions extends Pick<SourceListener, 'onValue'> {
  readonly onNotice: (notice: Notice) => void;
  /** Opens a process for them. */
  readonly open: (planned: PlannedRun, listener: SourceListener) => OpenedProcess;
  /** How long it waits before it opens them again, each time, real milliseconds. @default 1 s, 10 s, 60 s */
  readonly tryAgainAfterMs?: readonly number[];
  /** A process that has gone on for so long has all its tries again, real milliseconds. @default 10 minutes */
  readonly steadyMs?: number;
}

const TRY_AGAIN_AFTER_MS = [1_000, 10_000, 60_000];
const STEADY_MS = 10 * 60_000;
/** One process has them all. */
const ALL = 'all';

/**
 * The sources of a run, in a process that is made again when its code ends it.
 *
 * - open: a process brings values.
 * - waiting: it has ended, and another is opened after a while. The sources are silent.
 * - over: given up after the last try, or all sources have ended by themselves: they are silent for the rest of the day.
 * - closed: nothing is heard any more.
 */
export class SupervisedSources {
  readonly #planned: PlannedRun;
  readonly #options: SupervisedSourcesOptions;
  readonly #faults: FaultNotices;
  readonly #closed = new AbortController();
  #process: OpenedProcess | null = null;
  readonly #ladder: RestartLadder<typeof ALL>;
  #opened = 0;

  constructor(planned: PlannedRun, options: SupervisedSourcesOptions) {
    this.#planned = planned;
    this.#options = options;
    const { tryAgainAfterMs: afterMs = TRY_AGAIN_AFTER_MS, steadyMs = STEADY_MS } = options;
    this.#ladder = new RestartLadder({ afterMs, steadyMs, nowMs: monotonicMs });
    const { runId } = planned.header;
    this.#faults = new FaultNotices({ runId, onNotice: options.onNotice, nowMs: monotonicMs });
    this.#open();
  }

  /** The process that is open, if any, and how often one was opened again. */
  processes(): HostProcesses {
    const pid = this.#process?.pid;
    const restarts = Math.max(0, this.#opened - 1);
    if (pid === undefined) return { count: 0, residentBytes: 0, restarts };
    return { count: 1, residentBytes: residentBytes(pid), restarts };
  }

  close(): void {
    this.#closed.abort();
    this.#process?.close();
    this.#process = null;
  }

  #open(): void {
    const { runId } = this.#planned.header;
    const { onValue, onNotice, open } = this.#options;
    this.#ladder.noteLevel(ALL);
    this.#opened += 1;
    this.#process = open(this.#planned, {
      onValue,
      onProblem: (fault) => {
        this.#faults.take(fault);
      },
      onRefused: ({ permission, resource }) => {
        onNotice(noticeOf('strategy-refused', runId, { permission, resource }));
      },
      onOver: () => {
        this.#process = null;
      },
      onEnded: (ended) => {
        this.#process = null;
        void this.#ended(ended);
      },
    });
  }

  async #ended({ why, detail }: SourcesEnded): Promise<void> {
    const { onNotice } = this.#options;
    const { runId } = this.#planned.header;
    const sources = this.#planned.loaded.strategy.sources.map(({ name }) => name);
    const { starts: tries } = this.#ladder;
    // Another process would find the file as it is.
    const next = why === 'unusable' ? null : this.#ladder.next(ALL);
    if (next === null) {
      const tried = why === 'unusable' ? 0 : tries;
      onNotice(noticeOf('sources-given-up', runId, { sources, why, detail, tries: tried }));
      return;
    }
    onNotice(noticeOf('sources-ended', runId, { sources, why, detail, ...next, tries }));
    await wait(next.afterMs, this.#closed.signal);
    if (this.#closed.signal.aborted) return;
    onNotice(noticeOf('sources-back', runId, { sources }));
    this.#open();
  }
}
