import { asCodeOf, asProgram } from '../adapters/system/code-owner.ts';
import { type Json } from '../base/json.ts';
import { openSources } from '../host/open-sources.ts';
import { type PlannedRun } from './planned-run.ts';

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
    readonly areLeftClosed: boolean;
    readonly warn: (message: string) => void;
    readonly onValue: (source: string, value: Json) => void;
  },
): () => void {
  const declared = loaded.strategy.sources;
  if (declared.length === 0) return () => undefined;
  if (to.areLeftClosed) {
    const names = declared.map(({ name }) => `"${name}"`).join(', ');
    to.warn(`${LEFT_CLOSED}, and stay silent: ${names}`);
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
