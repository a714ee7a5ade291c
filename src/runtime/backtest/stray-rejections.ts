import { takeRejections } from '../../adapters/system/take-rejections.ts';
import { lineOfPromise } from '../../host/globals/promises.ts';
import { describeStrategyFailure } from '../../host/strategy-failure.ts';
import { WorldViolation } from '../../host/world.ts';
import { type BacktestDay, type DayNote } from '../../results/backtest-result.ts';
import { type RanDay } from './ran-day.ts';

/**
 * Rejected promises of strategies that nobody handles. Instead of ending the process they are failures of the day after
 * which they came to light: nothing but strategies makes promises while days are run.
 */
export class StrayRejections {
  readonly #notes: DayNote[] = [];
  readonly #stop: () => void;

  /** From now on until `close`. A strategy that runs alone is named. */
  constructor(strategies: readonly string[]) {
    const [only = null, ...others] = strategies;
    const strategy = others.length === 0 ? only : null;
    this.#stop = takeRejections(({ reason, promise }) => {
      // Its run has failed for it already, and has said so.
      if (reason instanceof WorldViolation) return;
      const message = `The strategy failed: a promise was rejected and not handled: ${describeStrategyFailure(reason, lineOfPromise(promise))}`;
      this.#notes.push({ kind: 'strategy-failed', strategy, atMs: null, message, times: 1 });
    });
  }

  /** The day with what came to light since the last one. */
  notedOn(ran: RanDay): RanDay {
    const notes = this.#notes.splice(0);
    if (notes.length === 0) return ran;
    return { ...ran, day: withNotes(ran.day, notes) };
  }

  /** Takes nothing any more. */
  close(): void {
    this.#stop();
  }
}

function withNotes(day: BacktestDay, notes: readonly DayNote[]): BacktestDay {
  const { status, reason, notes: before = [] } = day;
  const told = notes.map(({ message }) => message);
  return {
    ...day,
    status: status === 'ok' ? 'ran-with-problems' : status,
    reason: [...(reason === undefined ? [] : [reason]), ...told].join('; '),
    notes: [...before, ...notes],
  };
}
