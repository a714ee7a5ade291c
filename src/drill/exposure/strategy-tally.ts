import { runName } from '../../model/runs/run.ts';
import { type SeenStep } from '../oracle/seen-step.ts';

/** What a strategy did on a day, over all lives of the process. */
export interface StrategyDay {
  readonly strategy: string;
  readonly orders: number;
  readonly refusals: number;
  /** Why its run failed; null when it did not. */
  readonly failure: string | null;
}

interface RunTally {
  readonly strategy: string;
  readonly tags: Set<string>;
  refusals: number;
  failure: string | null;
}

/** Counts what runs decide, are refused, and how they end. */
export class StrategyTally {
  readonly #runs = new Map<string, RunTally>();

  take({ event, effects }: SeenStep): void {
    if (event.kind === 'run-started') {
      const { runId } = event.run;
      const run = { strategy: runName(runId), tags: new Set<string>(), refusals: 0, failure: null };
      if (!this.#runs.has(runId)) this.#runs.set(runId, run);
    }
    if (event.kind === 'run-ended' && event.how === 'failed') {
      const run = this.#runs.get(event.runId);
      if (run !== undefined) run.failure ??= event.detail;
    }
    for (const effect of effects) this.#takeEffect(effect);
  }

  days(): readonly StrategyDay[] {
    return [...this.#runs.values()].map(({ strategy, tags, refusals, failure }) => {
      return { strategy, orders: tags.size, refusals, failure };
    });
  }

  #takeEffect(effect: SeenStep['effects'][number]): void {
    if (effect.kind === 'deliver' && effect.input.kind === 'command-refused') {
      const run = this.#runs.get(effect.runId);
      if (run !== undefined) run.refusals += 1;
    }
    if (effect.kind === 'record' && effect.entry.kind === 'intent') {
      this.#runs.get(effect.entry.runId)?.tags.add(effect.entry.tag);
    }
  }
}
