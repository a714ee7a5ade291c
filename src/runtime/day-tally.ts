import { monotonicMs } from '../adapters/system/wait.ts';
import { type Input } from '../model/input.ts';

/** What is counted of the inputs of a day's runs. */
export class DayTally {
  readonly #startedRealMs = monotonicMs();
  #refusals = 0;
  #firstFillAfterRealMs: number | null = null;

  /** Takes an input that a run is shown. */
  take(input: Input): void {
    if (input.kind === 'command-refused') this.#refusals += 1;
    if (input.kind !== 'orders-observed' || this.#firstFillAfterRealMs !== null) return;
    if (input.events.some(({ fillUnits }) => fillUnits > 0)) {
      this.#firstFillAfterRealMs = monotonicMs() - this.#startedRealMs;
    }
  }

  /** Commands that the gate refused. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Real milliseconds from the day's making to the first fill that a run saw; null before. */
  get firstFillAfterRealMs(): number | null {
    return this.#firstFillAfterRealMs;
  }
}
