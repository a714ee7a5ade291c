import { sha256Hex } from '../../base/hash.ts';
import { type RunAnswer } from '../../ports/run-host.ts';

/** How much a run has said, and what: a run that is made again says the same. Plain JSON. */
export interface SaidSoFar {
  readonly count: number;
  /** Of all of it, one after the other. */
  readonly digest: string;
}

/** Nothing. */
export const SAID_NOTHING: SaidSoFar = { count: 0, digest: '' };

/** What a run says that decides: an answer, what it did as time passed, or why it is held. */
export interface DecidingLine {
  readonly runId: string;
  readonly what: 'turn' | 'passed' | 'held';
  readonly said: RunAnswer | string;
}

/** What runs have said, one by one. */
export class SaidByRun {
  readonly #said = new Map<string, SaidSoFar>();

  of(runId: string): SaidSoFar {
    return this.#said.get(runId) ?? SAID_NOTHING;
  }

  take({ runId, what, said }: DecidingLine): SaidSoFar {
    const { count, digest } = this.of(runId);
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    const after = { count: count + 1, digest: sha256Hex(`${digest} ${what} ${text}`) };
    this.#said.set(runId, after);
    return after;
  }

  set(runId: string, said: SaidSoFar): void {
    this.#said.set(runId, said);
  }

  all(): Readonly<Record<string, SaidSoFar>> {
    return Object.fromEntries(this.#said);
  }
}
