import { statusOf } from '../day/day-status.ts';
import { type DayJournal } from '../day/journal/open-day-journal.ts';
import { takeStrays } from '../day/stray-runs.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt } from '../notices/told-notice.ts';
import { ControlDirectory } from './control/control-directory.ts';
import { serveControl } from './control/serve-control.ts';
import { type DrivenDay } from './drive-day.ts';
import { type RunDayOptions } from './run-day-options.ts';
import { type Reloads } from './reload/open-reloads.ts';
import { askDay, withShadow } from './stages/ask-staged.ts';

/** The day that is asked. */
export interface HeardDay extends Pick<DrivenDay, 'trading' | 'shadow'> {
  readonly reloads: Reloads;
}

/**
 * Takes what the operator asks, by files beside the journal and by a signal, and what strategies throw outside of their turns. Returns what
 * ends it.
 */
export function hearOutside(
  { journalPath, listenForHalt }: RunDayOptions,
  { notOurs }: Pick<DayJournal, 'notOurs'>,
  { trading, shadow, reloads }: HeardDay,
): () => void {
  reloads.begin();
  const stopListening = listenForHalt?.((reason) => {
    trading.ask({ action: 'halt', state: 'halted', reason });
  });
  const stopServing =
    journalPath === undefined || journalPath === null
      ? undefined
      : serveControl({
          directory: new ControlDirectory(journalPath),
          notOurs,
          ask: (request) => askDay({ trading, shadow, reloads }, request),
          status: () =>
            withShadow(statusOf(trading.picture().books), shadow?.trading.picture() ?? null),
          onProblem: (problem) => {
            const atMs = trading.view().atMs ?? 0;
            trading.note(toldAt(atMs, noticeOf('control-fails', null, problem)));
          },
        });
  const stopStrays = takeStrays({
    planned: [...trading.planned, ...(shadow?.trading.planned ?? [])],
    kernel: {
      failRun: (runId, reason) =>
        trading.kernel.failRun(runId, reason) ||
        (shadow?.isEnded === false && shadow.trading.kernel.failRun(runId, reason)),
    },
    note: (notice) => {
      trading.note(notice);
    },
    view: () => trading.view(),
  });
  return () => {
    reloads.end();
    stopStrays();
    stopListening?.();
    stopServing?.();
  };
}
