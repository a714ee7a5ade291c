import { type MachineTime } from '../../ports/clock.ts';
import {
  type ProcessEnded,
  type StrategyProcessHost,
  type StrategyProcessOptions,
} from './strategy-process-host.ts';

/** What a process is opened with. */
export type ProcessHears = Pick<StrategyProcessOptions, 'onEnded' | 'onSlow'>;

/** A spare one that was not needed is kept for so long. */
const KEPT_MS = 60_000;

interface Process {
  readonly host: StrategyProcessHost;
  onEnded: (ended: ProcessEnded) => void;
}

/**
 * Opens processes for strategies, and has a spare one ready when one may be needed soon: starting one takes longer than telling it
 * all that the one before heard. In calm times there is none.
 */
export class SpareProcess {
  readonly #open: (hears: ProcessHears) => StrategyProcessHost;
  readonly #time: Pick<MachineTime, 'wait'>;
  readonly #closed = new AbortController();
  #spare: Process | null = null;

  constructor(open: (hears: ProcessHears) => StrategyProcessHost, time: Pick<MachineTime, 'wait'>) {
    this.#open = open;
    this.#time = time;
  }

  /** The spare process, or a fresh one. */
  take(onEnded: (ended: ProcessEnded) => void): StrategyProcessHost {
    const process = this.#spare ?? this.#make();
    this.#spare = null;
    process.onEnded = onEnded;
    return process.host;
  }

  /** Has one ready soon. */
  prepare(): void {
    if (this.#spare !== null || this.#closed.signal.aborted) return;
    const spare = this.#make();
    this.#spare = spare;
    void this.#time.wait(KEPT_MS, this.#closed.signal).then(() => {
      if (this.#spare !== spare) return;
      this.#spare = null;
      spare.host.close();
    });
  }

  /** Ends the spare one. */
  close(): void {
    this.#closed.abort();
    this.#spare?.host.close();
    this.#spare = null;
  }

  #make(): Process {
    const host = this.#open({
      onEnded: (ended) => {
        made.onEnded(ended);
      },
      // Should it be ended for that, the next one is there already.
      onSlow: () => {
        this.prepare();
      },
    });
    const made: Process = {
      host,
      onEnded: () => {
        if (this.#spare === made) this.#spare = null;
      },
    };
    return made;
  }
}
