import { type Kernel } from '../kernel/kernel.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { handStrayFailures, type StrayFailure } from '../loading/stray-failures.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt, type ToldNotice } from '../notices/told-notice.ts';

/** A day whose strategies may throw. */
export interface StrayRunsOptions {
  readonly planned: readonly PlannedRun[];
  readonly kernel: Pick<Kernel, 'failRun'>;
  readonly note: (notice: ToldNotice) => void;
  readonly view: () => { readonly atMs: number | null };
}

/** Takes what the code of a day's strategies throws outside of their turns. Returns what ends that. */
export function takeStrays(day: StrayRunsOptions): () => void {
  const strays = new StrayRuns(day);
  return handStrayFailures((failure) => {
    strays.take(failure);
  });
}

/**
 * Fails the runs of strategies whose code threw outside of every turn: a timer of the module, a promise that was rejected and
 * that nothing handles. A replay would not see it, so nothing else is made of it.
 */
export class StrayRuns {
  readonly #options: StrayRunsOptions;
  /** Whose code threw: what a timer throws again and again once its run is over is reported once. */
  readonly #told = new Set<string>();

  constructor(options: StrayRunsOptions) {
    this.#options = options;
  }

  /** Takes a failure: of the run whose code it was, or of all runs of the module. */
  take({ owner, message }: StrayFailure): void {
    const { planned, kernel } = this.#options;
    const ids =
      owner.kind === 'run'
        ? [owner.runId]
        : planned.flatMap(({ loaded, header }) => (loaded.path === owner.path ? header.runId : []));
    const reason = `outside of its turns: ${message}`;
    const failed = ids.filter((runId) => kernel.failRun(runId, reason));
    const [name = owner.kind === 'run' ? owner.runId : owner.path] = ids;
    const isTold = failed.length > 0 || this.#told.has(name);
    this.#told.add(name);
    if (isTold) return;
    const atMs = this.#options.view().atMs ?? 0;
    const facts = { detail: message };
    this.#options.note(toldAt(atMs, noticeOf('strategy-threw-after-run', ids[0] ?? null, facts)));
  }
}
