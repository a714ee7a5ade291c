import { type Effect } from '../../engine/effect.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { type LegScope } from '../../model/orders/command.ts';

/** Legs of a run that were to be flat, though its strategy did not ask for it. */
export interface EngineSquareOff {
  /** From when on, epoch milliseconds. */
  readonly atMs: number;
  readonly scope: LegScope;
  /** Who wanted it: a limit, the operator, the end of the day, what protects a leg, or the failure of the run. */
  readonly origin: 'day-end' | 'protection' | 'limit' | 'failure' | 'operator';
  /** Why; of a limit with its figures. */
  readonly reason: string;
}

/** Looks on while days are worked through, to tell which legs were closed by others than their strategies. */
export class EngineSquareOffs {
  readonly #byRun = new Map<string, EngineSquareOff[]>();

  /** Those of a run, in order. */
  of(runId: string): readonly EngineSquareOff[] {
    return this.#byRun.get(runId) ?? [];
  }

  /** Takes a step of a day's engine. */
  readonly onStep = ({ atMs }: EngineEvent, effects: readonly Effect[]): void => {
    for (const effect of effects) {
      if (effect.kind !== 'notice' || effect.notice.code !== 'square-off-started') continue;
      const { runId, facts } = effect.notice;
      const { scope, origin, reason } = facts;
      if (runId === null || origin === 'strategy') continue;
      const list = this.#byRun.get(runId) ?? [];
      this.#byRun.set(runId, [...list, { atMs, scope, origin, reason }]);
    }
  };
}
