import { monotonicMs } from '../adapters/system/machine-time.ts';
import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type EventProcessor } from '../kernel/kernel-options.ts';
import { type Input } from '../model/runs/input.ts';
import { type DayView } from './day-view.ts';

/** What an onlooker learns from the engine's steps without asking the engine. */
export interface StepWatch {
  /** Called after each step of the engine. */
  readonly take: (event: EngineEvent, effects: readonly Effect[]) => void;
  /** Last seen levels of indices, in the order in which they were first seen. */
  readonly levels: () => DayView['levels'];
}

/** Watches for steps that may have changed an order, and for levels of `underlyings`. */
export function createStepWatch(underlyings: readonly string[], onOrders: () => void): StepWatch {
  const indices = new Set(underlyings);
  const levels = new Map<string, number>();
  return {
    take: (event, effects) => {
      if (event.kind === 'poll-ended' && event.subject === 'quotes') {
        if (event.outcome.kind !== 'accepted') return;
        for (const { symbol, lastPaise } of event.outcome.value) {
          if (indices.has(symbol)) levels.set(symbol, lastPaise);
        }
      }
      if (hasChangedOrders(event) || effects.some(({ kind }) => kind === 'attempt')) onOrders();
    },
    levels: () => Array.from(levels, ([symbol, lastPaise]) => ({ symbol, lastPaise })),
  };
}

/** The engine as the kernel drives it, with somebody who looks on. */
export function watched(engine: EventProcessor, watch: Pick<StepWatch, 'take'>): EventProcessor {
  return {
    step: (event) => {
      const effects = engine.step(event);
      watch.take(event, effects);
      return effects;
    },
  };
}

function hasChangedOrders(event: EngineEvent): boolean {
  if (event.kind === 'attempt-ended') return true;
  if (event.kind !== 'poll-ended' || event.subject !== 'orders') return false;
  return event.outcome.kind === 'accepted' && event.outcome.value.changed.length > 0;
}

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
