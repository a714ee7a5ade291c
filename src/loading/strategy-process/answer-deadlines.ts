import { AnswerWatch } from '../../adapters/system/confined-process.ts';

/** How long an answer of a process may take. */
export interface AnswerDeadlinesOptions {
  /** Real milliseconds. */
  readonly answerWithinMs: number;
  /** The same for a process that starts, or loads a module. */
  readonly startWithinMs: number;
  /** Processor time that the process has taken, milliseconds; null where the machine does not say. */
  readonly cpuMs: () => number | null;
  /** A third of the time has passed. */
  readonly onSlow: () => void;
  /** It has passed, and the process has worked. `sinceMs`: how long it had. */
  readonly onLate: (what: 'answer' | 'start', sinceMs: number) => void;
}

/** A process that does not return and takes less processor time than this has not got any: the machine has too much to do. */
const WORKED_MS_MIN = 30;
/** How often it is given its time again for that. */
const GIVEN_AGAIN_MAX = 4;

/**
 * When the answer of a process is late.
 *
 * - at rest: none is awaited.
 * - awaiting: from `await` on. One that has not even worked meanwhile waits for the machine, and is given its time again.
 */
export class AnswerDeadlines {
  readonly #options: AnswerDeadlinesOptions;
  readonly #late: Record<'answer' | 'start', AnswerWatch>;
  readonly #slow: AnswerWatch;
  /** When its answer became slow to come: the processor time that it had taken. */
  #slowCpuMs: number | null = null;
  #givenAgain = 0;

  constructor(options: AnswerDeadlinesOptions) {
    const { answerWithinMs, startWithinMs } = options;
    this.#options = options;
    this.#late = {
      answer: new AnswerWatch(answerWithinMs, () => {
        this.#notReturned('answer', answerWithinMs);
      }),
      start: new AnswerWatch(startWithinMs, () => {
        this.#notReturned('start', startWithinMs);
      }),
    };
    this.#slow = new AnswerWatch(answerWithinMs / 3, () => {
      this.#slowCpuMs = options.cpuMs();
      options.onSlow();
    });
  }

  /** An answer is awaited from now on; what was awaited before has come. */
  await(what: 'answer' | 'start'): void {
    this.rest();
    this.#givenAgain = 0;
    this.#slowCpuMs = null;
    this.#late[what].arm();
    if (what === 'answer') this.#slow.arm();
  }

  /** Nothing is awaited. */
  rest(): void {
    const { answer, start } = this.#late;
    for (const watch of [this.#slow, answer, start]) watch.rest();
  }

  #notReturned(what: 'answer' | 'start', withinMs: number): void {
    const cpuMs = this.#options.cpuMs();
    const isStarved =
      cpuMs !== null && this.#slowCpuMs !== null && cpuMs - this.#slowCpuMs < WORKED_MS_MIN;
    if (!isStarved || this.#givenAgain >= GIVEN_AGAIN_MAX) {
      this.#options.onLate(what, withinMs * (this.#givenAgain + 1));
      return;
    }
    this.#givenAgain += 1;
    this.#slow.arm();
    this.#late.answer.arm();
  }
}
