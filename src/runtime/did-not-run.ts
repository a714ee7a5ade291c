import { type EngineView } from '../engine/engine-view.ts';
import { runName } from '../model/run.ts';

/** A strategy that could not do its work all day. */
export interface DidNotRun {
  /** Null, with the name, of one that was not even loaded. */
  readonly runId: string | null;
  readonly name: string | null;
  /** For people. */
  readonly why: string;
}

/**
 * Strategies that never could do their work: none of their orders, starts or signals left, and the reason is not that
 * they wanted none. Of a day that is not over only those that failed or are held: data may still come.
 */
export function didNotRun(
  { runs }: Pick<EngineView, 'runs'>,
  isOver: boolean,
): readonly DidNotRun[] {
  return runs.flatMap((run) => {
    const why = run.hasSent ? null : whyNot(run, isOver);
    return why === null ? [] : { runId: run.runId, name: runName(run.runId), why };
  });
}

function whyNot(run: EngineView['runs'][number], isOver: boolean): string | null {
  const { state, detail, commands, lacksPrices, isRefusedForData } = run;
  if (state === 'failed' && commands === 0) {
    return `it failed before it decided anything: ${detail}`;
  }
  if (state === 'held' && commands === 0) {
    return `it was held before it decided anything: ${detail}`;
  }
  if (!isOver) return null;
  if (isRefusedForData) return 'every entry was refused for missing or old data';
  return lacksPrices ? 'no price came for anything that it watches' : null;
}
