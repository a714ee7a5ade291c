import { type EngineRecord } from '../../engine/engine-record.ts';
import { tellsOfNaked } from '../../engine/watch-naked.ts';
import { type RunHeader, runName } from '../../model/run.ts';
import { type DayNote } from '../../results/backtest-result.ts';
import { type Notice } from '../notice.ts';
import { tellsOfClosedSources } from '../open-run-sources.ts';

/** Collects what is told while a day is traded, and tells apart what it is about. */
export class DayNotes {
  readonly #closeMs: number;
  readonly #notices: Notice[] = [];
  readonly #failures = new Map<string, { readonly atMs: number; readonly detail: string }>();

  /** What is only a warning after `closeMs` is not kept: what is carried over the close is meant to be. */
  constructor(closeMs: number) {
    this.#closeMs = closeMs;
  }

  /** Takes what is told. */
  takeNotice(notice: Notice): void {
    const { severity, atMs } = notice;
    const isKept = severity === 'critical' || (severity === 'warning' && atMs < this.#closeMs);
    if (isKept) this.#notices.push(notice);
  }

  /** Takes what the engine says about itself. */
  takeRecord(record: EngineRecord): void {
    if (record.kind !== 'run-ended' || record.how !== 'failed') return;
    this.#failures.set(record.runId, { atMs: record.atMs, detail: record.detail });
  }

  /** What was told, in the order in which each was told first. */
  list(runs: readonly Pick<RunHeader, 'runId'>[]): readonly DayNote[] {
    const notes = new Map<string, DayNote>();
    for (const notice of this.#notices) {
      const { runId, atMs, message } = notice;
      const isOfRun = runs.some((run) => run.runId === runId);
      const strategy = runId !== null && isOfRun ? runName(runId) : null;
      const key = `${runId ?? ''}\n${message}`;
      const times = (notes.get(key)?.times ?? 0) + 1;
      const first = notes.get(key) ?? { kind: this.#kindOf(notice), strategy, atMs, message };
      notes.set(key, { ...first, times });
    }
    return [...notes.values()];
  }

  #kindOf({ runId, atMs, message, topic }: Notice): DayNote['kind'] {
    if (topic !== undefined) return topic === 'tables' ? 'warning' : topic;
    const failure = this.#failures.get(runId ?? '');
    if (failure?.atMs === atMs && message.endsWith(failure.detail)) return 'strategy-failed';
    // In a backtest nothing came late: what is half hedged was decided so. And no source can be opened in one.
    return tellsOfNaked(message) || tellsOfClosedSources(message) ? 'warning' : 'trouble';
  }
}
