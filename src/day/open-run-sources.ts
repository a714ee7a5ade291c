import { asCodeOf, asProgram } from '../adapters/system/code-owner.ts';
import { monotonicMs } from '../adapters/system/machine-time.ts';
import { type Json } from '../base/json.ts';
import { openSources } from '../host/open-sources.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { FaultNotices } from '../loading/source-process/fault-notices.ts';
import { type ExpectedSource } from '../model/runs/expected-source.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type Source } from '../strategy/context.ts';

/** Whether the authors' own inputs are opened; those that are left closed stay silent, but for the ones that are recorded. */
export type SourcesAtStart = 'opened' | 'left-closed' | { readonly recorded: readonly string[] };

/** Who hears of what a run listens to. */
export interface RunSourcesListener {
  readonly warn: (notice: Notice) => void;
  readonly onValue: (source: string, value: Json) => void;
}

/** Opens what a run listens to, where it declares anything. Returns what closes it. */
export type OpenRunSources = (planned: PlannedRun, to: RunSourcesListener) => () => void;

/** Sources that are to speak in time. Those that are silent in any case are reported as that, once. */
export function expectedSources(
  declared: readonly Pick<Source<Json>, 'name' | 'staleAfterMs'>[],
  sources: SourcesAtStart = 'opened',
): readonly ExpectedSource[] {
  return declared.flatMap(({ name, staleAfterMs }) =>
    staleAfterMs === undefined || isSilent(name, sources) ? [] : [{ name, staleAfterMs }],
  );
}

function isSilent(name: string, sources: SourcesAtStart): boolean {
  if (sources === 'opened') return false;
  return sources === 'left-closed' || !sources.recorded.includes(name);
}

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
  const { sources: wanted } = to;
  if (wanted !== 'opened') {
    const silent = declared.filter(({ name }) => isSilent(name, wanted));
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
