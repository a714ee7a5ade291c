import { asCodeOf, asProgram } from '../adapters/system/code-owner.ts';
import { monotonicMs } from '../adapters/system/machine-time.ts';
import { type Json } from '../base/json.ts';
import { openSources } from '../host/open-sources.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { FaultNotices } from '../loading/source-process/fault-notices.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';

/** Whether the authors' own inputs are opened; those that are left closed stay silent, but for the ones that are recorded. */
export type SourcesAtStart = 'opened' | 'left-closed' | { readonly recorded: readonly string[] };

/** Who hears of what a run listens to. */
export interface RunSourcesListener {
  readonly warn: (notice: Notice) => void;
  readonly onValue: (source: string, value: Json) => void;
}

/** Opens what a run listens to, where it declares anything. Returns what closes it. */
export type OpenRunSources = (planned: PlannedRun, to: RunSourcesListener) => () => void;

/** Opens what a run listens to. Returns what closes it. */
export function openRunSources(
  planned: PlannedRun,
  to: RunSourcesListener & {
    /** In virtual time nothing from outside may come in: that is reported instead. */
    readonly sources: SourcesAtStart;
    /** @default in this process */
    readonly open?: OpenRunSources;
  },
): () => void {
  const { header, loaded } = planned;
  const { runId } = header;
  const declared = loaded.strategy.sources;
  if (declared.length === 0) return () => undefined;
  if (to.sources !== 'opened') {
    const recorded = to.sources === 'left-closed' ? [] : to.sources.recorded;
    const silent = declared.filter(({ name }) => !recorded.includes(name));
    const sources = silent.map(({ name }) => name);
    if (silent.length > 0) to.warn(noticeOf('sources-closed', runId, { sources }));
    return () => undefined;
  }
  return (to.open ?? openHere)(planned, to);
}

function openHere({ header, loaded }: PlannedRun, to: RunSourcesListener): () => void {
  const { runId } = header;
  const faults = new FaultNotices({ runId, onNotice: to.warn, nowMs: monotonicMs });
  return asCodeOf(runId, () =>
    openSources(loaded.strategy.sources, {
      onValue: (source, value) => {
        asProgram(() => {
          to.onValue(source, value);
        });
      },
      onProblem: (fault) => {
        asProgram(() => {
          faults.take(fault);
        });
      },
    }),
  );
}
