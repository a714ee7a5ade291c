/** One life of the daemon on a machine: from its start until it is killed or the day ends. */
export class ProcessLife {
  /** Number of the life, from 0. */
  readonly number: number;
  readonly startedAtMs: number;
  /** Whether it still folds its journal. */
  isRecovering = true;
  #isOver = false;

  constructor(number: number, startedAtMs: number) {
    this.number = number;
    this.startedAtMs = startedAtMs;
  }

  /** Whether it was killed. What its code still does then has no effect on anything. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Ends it at this very point of its code. */
  kill(): void {
    this.#isOver = true;
  }
}
