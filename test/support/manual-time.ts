import { type MachineTime } from '../../src/ports/clock.ts';
import { yieldToMachine } from '../../src/adapters/system/machine-time.ts';

interface Waiting {
  readonly dueMs: number;
  readonly resolve: () => void;
}

/** The machine's time, which passes when a test says so. */
export class ManualTime implements Pick<MachineTime, 'wait' | 'monotonicMs'> {
  #nowMs = 0;
  #waiting: Waiting[] = [];

  readonly monotonicMs = (): number => this.#nowMs;

  readonly wait = (delayMs: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const waiting = { dueMs: this.#nowMs + delayMs, resolve };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((of) => of !== waiting);
        resolve();
      });
    });

  /** Lets time pass, from one wait that ends to the next, and what follows from each happen. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await yieldToMachine();
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#nowMs = next.dueMs;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.resolve();
      await yieldToMachine();
    }
    this.#nowMs = untilMs;
  }

  #next(untilMs: number): Waiting | undefined {
    const due = this.#waiting.filter(({ dueMs }) => dueMs <= untilMs);
    return due.toSorted((a, b) => a.dueMs - b.dueMs)[0];
  }
}
