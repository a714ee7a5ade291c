import { type Kernel } from '../kernel/kernel.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { handStrayFailures, type StrayFailure } from '../loading/stray-failures.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt, type ToldNotice } from '../notices/told-notice.ts';

/** A day whose strategies may throw. */
interface StrayRunsOptions {
  readonly planned: readonly PlannedRun[];
  readonly kernel: Pick<Kernel, 'failRun'>;
  readonly note: (notice: ToldNotice) => void;
  readonly view: () => { readonly atMs: number | null };
}

/** Takes what the code of a day's strategies throws outside of their turns. Returns what ends that. */
export function takeStrays(day: StrayRunsOptions): () => void {
  return handStrayFailures(strayTaker(day));
}

/**
 * Fails the runs of strategies whose code threw outside of every turn: a timer of the module, a promise that was rejected and
 * that nothing handles. A replay would not see it, so nothing else is made of it.
 */
export function strayTaker(day: StrayRunsOptions): (failure: StrayFailure) => void {
  // Whose code threw: what a timer throws again and again once its run is over is reported once.
  const told = new Set<string>();
  return ({ owner, message }) => {
    const ids =
      owner.kind === 'run'
        ? [owner.runId]
        : day.planned.flatMap(({ loaded, header }) =>
            loaded.path === owner.path ? header.runId : [],
          );
    const reason = `outside of its turns: ${message}`;
    const failed = ids.filter((runId) => day.kernel.failRun(runId, reason));
    const [name = owner.kind === 'run' ? owner.runId : owner.path] = ids;
    const isTold = failed.length > 0 || told.has(name);
    told.add(name);
    if (isTold) return;
    const atMs = day.view().atMs ?? 0;
    const facts = { detail: message };
    day.note(toldAt(atMs, noticeOf('strategy-threw-after-run', ids[0] ?? null, facts)));
  };
}
