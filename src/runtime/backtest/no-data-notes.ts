import { type EngineView } from '../../engine/engine-view.ts';
import { type DayNote } from '../../results/backtest-result.ts';
import { didNotRun } from '../did-not-run.ts';

/** Tells of each strategy that could not do its work on a day for want of data. Those that failed are told of already. */
export function noDataNotes(
  view: Pick<EngineView, 'runs'>,
  told: readonly DayNote[],
): readonly DayNote[] {
  const failed = told.filter(({ kind }) => kind === 'strategy-failed');
  return didNotRun(view, true).flatMap(({ name, why }) =>
    failed.some(({ strategy }) => strategy === name)
      ? []
      : [{ kind: 'no-data', strategy: name, atMs: null, message: why, times: 1 }],
  );
}
