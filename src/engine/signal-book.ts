/**
 * A text signal of a run.
 *
 * - `sending`: under way. Leaves to any of the others.
 * - `accepted`, `rejected`: final.
 * - `unknown`: it may have traded, and nothing can look it up. Leaves when the operator says what became of it.
 */
export interface SentSignal {
  readonly runId: string;
  /** Number of its command in the run, from 0. */
  readonly commandIndex: number;
  readonly sentAtMs: number;
  state: 'sending' | 'accepted' | 'rejected' | 'unknown';
  detail: string;
}

/** Text signals that were sent today, oldest first. */
export class SignalBook {
  readonly #signals: SentSignal[] = [];

  /** Adds one that is being sent. */
  send(of: Pick<SentSignal, 'runId' | 'commandIndex' | 'sentAtMs'>): SentSignal {
    const signal: SentSignal = { ...of, state: 'sending', detail: '' };
    this.#signals.push(signal);
    return signal;
  }

  /** All of the day. */
  all(): readonly SentSignal[] {
    return this.#signals;
  }
}
