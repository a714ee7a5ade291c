import { type ReplayStep, type RunReplays } from './run-replays.ts';

/** Collects the steps that a journal has for one run, for a replay elsewhere. */
export class StepsOfRun implements RunReplays {
  readonly #runId: string;
  #isBegun = false;
  #steps: ReplayStep[] = [];

  constructor(runId: string) {
    this.#runId = runId;
  }

  take(step: ReplayStep): void {
    if (step.step === 'finish') return;
    const runId = step.step === 'begin' ? step.header.runId : 'runId' in step ? step.runId : null;
    if (runId !== null && runId !== this.#runId) return;
    if (step.step === 'begin') this.#isBegun = true;
    // Before it begins time does not concern it.
    if (this.#isBegun) this.#steps.push(step);
  }

  /** Whether the run has begun. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  get count(): number {
    return this.#steps.length;
  }

  /** The steps since the last call, oldest first. */
  takeSteps(): readonly ReplayStep[] {
    const steps = this.#steps;
    this.#steps = [];
    return steps;
  }

  /** Nothing is replayed here. */
  outcomes(): readonly [] {
    return [];
  }

  runs(): readonly [] {
    return [];
  }
}
