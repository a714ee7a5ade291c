import { type Effect } from '../../engine/effect.ts';
import { type PlannedOrder } from '../../engine/engine.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { type HostKnows } from '../../loading/planned-run.ts';
import { type RunHost } from '../../ports/run-host.ts';
import { DayStories } from './day-stories.ts';
import { DecisionsAgain } from './decisions-again.ts';
import { type RunStory } from './order-story.ts';

/**
 * Looks on while a day is worked through, to tell what led to each order. It changes nothing. Lines of authors are known
 * where the work is done within `markingMade`.
 */
export class DayWitness {
  readonly #again = new DecisionsAgain();
  readonly #stories = new DayStories((tag) => this.#plannedOrder(tag));
  readonly #andThen: (event: EngineEvent, effects: readonly Effect[]) => void;
  #plannedOrder: (tag: string) => PlannedOrder | undefined = () => undefined;

  /** @param andThen - takes each step of the engine, too */
  constructor(andThen: (event: EngineEvent, effects: readonly Effect[]) => void = () => undefined) {
    this.#andThen = andThen;
  }

  /** Takes the commands of runs from their host in this process. */
  readonly onCommand: NonNullable<HostKnows['onCommand']> = (...of) => {
    this.#again.take(...of);
  };

  /** Takes a step of the day's engine. */
  readonly onStep = (event: EngineEvent, effects: readonly Effect[]): void => {
    this.#stories.take(event, effects);
    this.#andThen(event, effects);
  };

  /** Where the day's orders are looked up: its engine. */
  knowing(engine: { readonly plannedOrder: (tag: string) => PlannedOrder | undefined }): void {
    this.#plannedOrder = (tag) => engine.plannedOrder(tag);
  }

  /** The host of the day's runs, whose calls this learns of. */
  around(host: RunHost): RunHost {
    return this.#again.around(host);
  }

  /** The day so far. `problemOf`: why a run could not be shown the day; null where it could. */
  runs(problemOf: (runId: string) => string | null = () => null): readonly RunStory[] {
    return this.#stories.runs((runId) => this.#again.of(runId), problemOf);
  }
}
