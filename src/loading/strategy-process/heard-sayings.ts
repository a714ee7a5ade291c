import { SAID_NOTHING, type SaidSoFar } from './said-so-far.ts';

/**
 * What each run has said that was passed on, in whatever process it said it. What another one says again is compared with it: a run that is
 * made again decides as before.
 */
export class HeardSayings {
  readonly #said = new Map<string, SaidSoFar>();
  readonly #onDiffers: (runId: string) => void;

  /** @param onDiffers - a run does not say what it said before */
  constructor(onDiffers: (runId: string) => void) {
    this.#onDiffers = onDiffers;
  }

  /** A run says something more in a process. Says whether it is heard for the first time. */
  isNew(runId: string, said: SaidSoFar): boolean {
    const heard = this.#of(runId);
    if (said.count <= heard.count) {
      if (said.count === heard.count) this.#compare(runId, said);
      return false;
    }
    this.#said.set(runId, said);
    return true;
  }

  /** What a run has said in a process to what it had answered before. */
  repeated(runId: string, said: SaidSoFar): void {
    const heard = this.#of(runId);
    if (said.count > heard.count) this.#differs(runId, said);
    else if (said.count === heard.count) this.#compare(runId, said);
  }

  /** What a run has said in a process that has answered everything. */
  level(runId: string, said: SaidSoFar): void {
    if (said.count < this.#of(runId).count) this.#differs(runId, said);
  }

  /** Another version takes over: what it has said counts as heard. */
  replace(runId: string, said: SaidSoFar): void {
    this.#said.set(runId, said);
  }

  #of(runId: string): SaidSoFar {
    return this.#said.get(runId) ?? SAID_NOTHING;
  }

  #compare(runId: string, said: SaidSoFar): void {
    if (said.digest !== this.#of(runId).digest) this.#differs(runId, said);
  }

  #differs(runId: string, said: SaidSoFar): void {
    this.#said.set(runId, said);
    this.#onDiffers(runId);
  }
}
