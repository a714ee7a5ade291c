import { asCodeOf, asProgram } from '../adapters/system/code-owner.ts';
import { type Json } from '../base/json.ts';
import { openSources } from '../host/open-sources.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { type SourcesAtStart } from './start-day.ts';

const LEFT_CLOSED = 'Sources are not opened in a backtest or a drill';

/** Whether a notice tells of sources that were left closed. */
export function tellsOfClosedSources(message: string): boolean {
  return message.startsWith(LEFT_CLOSED);
}

/** Opens what a run listens to. Returns what closes it. */
export function openRunSources(
  { header, loaded }: PlannedRun,
  to: {
    /** In virtual time nothing from outside may come in: that is told instead. */
    readonly sources: SourcesAtStart;
    readonly warn: (message: string) => void;
    readonly onValue: (source: string, value: Json) => void;
  },
): () => void {
  const declared = loaded.strategy.sources;
  if (declared.length === 0) return () => undefined;
  if (to.sources !== 'opened') {
    const recorded = to.sources === 'left-closed' ? [] : to.sources.recorded;
    const silent = declared.filter(({ name }) => !recorded.includes(name));
    const names = silent.map(({ name }) => `"${name}"`).join(', ');
    if (silent.length > 0) to.warn(`${LEFT_CLOSED}, and stay silent: ${names}`);
    return () => undefined;
  }
  const { runId } = header;
  return asCodeOf(runId, () =>
    openSources(declared, {
      onValue: (source, value) => {
        asProgram(() => {
          to.onValue(source, value);
        });
      },
      onProblem: (_source, problem) => {
        asProgram(() => {
          to.warn(problem);
        });
      },
    }),
  );
}
