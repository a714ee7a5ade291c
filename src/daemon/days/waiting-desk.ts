import { systemClock } from '../../adapters/system/machine-time.ts';
import { processId } from '../../adapters/system/this-process.ts';
import { whyUnreadable } from '../../base/problem.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { type FactsOf } from '../../notices/notice.ts';
import { type AccountBoard, type AccountStanding } from '../account-board.ts';
import { ControlDirectory } from '../control/control-directory.ts';
import { serveBetweenDays, type WaitingServer } from '../control/serve-between-days.ts';
import { type RunDayOptions } from '../run-day-options.ts';

/** What a desk works with. */
export interface WaitingDeskOptions extends Pick<WaitingServer, 'notOurs' | 'status'> {
  readonly board: AccountBoard;
  /** Null: nothing is asked by files. */
  readonly journalPath: string | null;
  readonly listenForHalt?: RunDayOptions['listenForHalt'];
  readonly onProblem: (problem: FactsOf<'control-fails'>) => void;
}

/** Signals keep coming only where something is wrong; one halt is as good as many. */
const KEPT_MAX = 10;

/**
 * Hears operators while no day does: from the end of a day until the next one has begun. States, as the board says them:
 * *open* (waiting, opening), *closed* (all others).
 */
export class WaitingDesk {
  readonly #options: WaitingDeskOptions;
  #kept: readonly OperatorRequest[] = [];
  #close: (() => void) | null = null;

  constructor(options: WaitingDeskOptions) {
    this.#options = options;
  }

  /** Follows the board until what is returned is called. */
  follow(): () => void {
    const leave = this.#options.board.follow({
      onStanding: ({ state }) => {
        if (state === 'waiting' || state === 'opening') this.#open();
        else this.#shut();
      },
    });
    return () => {
      leave();
      this.#shut();
    };
  }

  /** Halts by signal that no file keeps, for the day that opens now. */
  takeAsked(): readonly OperatorRequest[] {
    const kept = this.#kept;
    this.#kept = [];
    return kept;
  }

  #open(): void {
    if (this.#close !== null) return;
    const { board, journalPath, listenForHalt } = this.#options;
    const stopListening = listenForHalt?.((reason) => {
      this.#keep({ action: 'halt', state: 'halted', reason });
    });
    const standing = (): AccountStanding => board.standing;
    const stopServing =
      journalPath === null
        ? undefined
        : serveBetweenDays({
            ...this.#options,
            standing,
            directory: new ControlDirectory(journalPath),
          });
    this.#close = () => {
      stopListening?.();
      stopServing?.();
    };
  }

  #shut(): void {
    this.#close?.();
    this.#close = null;
  }

  #keep(request: OperatorRequest): void {
    const { journalPath, onProblem } = this.#options;
    try {
      const id = `${String(systemClock.nowMs()).padStart(15, '0')}-${String(processId())}`;
      if (journalPath !== null) new ControlDirectory(journalPath).leave(id, request);
      else this.#kept = [...this.#kept, request].slice(-KEPT_MAX);
    } catch (error) {
      this.#kept = [...this.#kept, request].slice(-KEPT_MAX);
      onProblem({ what: 'directory', detail: whyUnreadable(error) });
    }
  }
}
