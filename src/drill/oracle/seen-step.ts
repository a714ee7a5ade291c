import { type Effect } from '../../engine/effect.ts';
import { type EngineEvent } from '../../engine/event.ts';

/** A step of the engine, seen from outside. */
export interface SeenStep {
  readonly event: EngineEvent;
  readonly effects: readonly Effect[];
}
