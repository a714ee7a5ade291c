import { type Effect } from '../../engine/effect.ts';
import { type EngineEvent } from '../../engine/event.ts';

/** A step of the engine as who looks on sees it. */
export interface SeenStep {
  readonly event: EngineEvent;
  readonly effects: readonly Effect[];
}
