import { asCodeOf, asProgram } from '../adapters/system/code-owner.ts';
import { type Json } from '../base/json.ts';
import { openSources } from '../host/open-sources.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type SourcesAtStart } from './start-day.ts';

/** Opens what a run listens to. Returns what closes it. */
export function openRunSources(
  { header, loaded }: PlannedRun,
  to: {
    /** In virtual time nothing from outside may come in: that is reported instead. */
    readonly sources: SourcesAtStart;
    readonly warn: (notice: Notice) => void;
    readonly onValue: (source: string, value: Json) => void;
  },
): () => void {
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
  return asCodeOf(runId, () =>
    openSources(declared, {
      onValue: (source, value) => {
        asProgram(() => {
          to.onValue(source, value);
        });
      },
      onProblem: (fault) => {
        asProgram(() => {
          to.warn(noticeOf('source-failed', runId, fault));
        });
      },
    }),
  );
}
