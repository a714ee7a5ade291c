import { type Effect } from '../../engine/effect.ts';
import { type EngineEvent } from '../../engine/event.ts';
import { type OrdersObservation } from '../../ports/orders.ts';

/** A step of the engine, seen from outside. */
export interface SeenStep {
  readonly event: EngineEvent;
  readonly effects: readonly Effect[];
}

/** The list of the orders that a step brought; null where it brought none that can be read. */
export function listIn({ event }: Pick<SeenStep, 'event'>): OrdersObservation | null {
  if (event.kind !== 'poll-ended' || event.subject !== 'orders') return null;
  return event.outcome.kind === 'accepted' ? event.outcome.value : null;
}
