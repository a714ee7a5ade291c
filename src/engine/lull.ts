import { invariant } from '../base/invariant.ts';
import { type Desk } from './desk.ts';
import { type Effect } from './effect.ts';
import { type EngineEvent } from './event.ts';
import { isLimited } from './halting/limit-book.ts';

/** What one look changed may be seen by the next: only after so many that led to nothing is it quiet. */
const QUIET_LOOKS_MIN = 2;

/**
 * Knows when looking at everything would lead to nothing. That is so from the second step in a row that led to nothing
 * until something becomes due, or anything comes but time and prices; and prices count where something waits for them.
 */
export class Lull {
  #quietLooks = 0;
  #untilMs = -Infinity;

  /** Whether all but the polls can be passed over in this step. */
  holds(desk: Desk, event: EngineEvent): boolean {
    if (this.#quietLooks < QUIET_LOOKS_MIN || desk.nowMs >= this.#untilMs) return false;
    return event.kind === 'time-passed' || (isOfPrices(event) && !isPriceAwaited(desk));
  }

  /** Until when nothing is due, as far as the last look at everything told; polls aside. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** Notes what a look at everything led to. */
  noteLook(desk: Pick<Desk, 'wakesAtMs'>): void {
    this.#untilMs = Infinity;
    for (const atMs of desk.wakesAtMs) this.#untilMs = Math.min(this.#untilMs, atMs);
    invariant(!Number.isNaN(this.#untilMs), 'Something is due at no time, and would never be done');
  }

  /** Notes what a step led to. */
  noteStep(event: EngineEvent, effects: readonly Effect[]): void {
    const isQuiet = (event.kind === 'time-passed' || isOfPrices(event)) && effects.every(isNothing);
    this.#quietLooks = isQuiet ? this.#quietLooks + 1 : 0;
  }
}

function isOfPrices(event: EngineEvent): boolean {
  if (event.kind !== 'poll-ended' || event.subject !== 'quotes') return false;
  return event.outcome.kind === 'accepted';
}

function isNothing(effect: Effect): boolean {
  if (effect.kind === 'deliver') return effect.input.kind === 'quotes-observed';
  return effect.kind === 'wake' || effect.kind === 'poll' || effect.kind === 'watch-prices';
}

/** Whether something is to be priced, or is measured by prices. */
export function isPriceAwaited(desk: Desk): boolean {
  return desk.squareOffs.active().length > 0 || isEachAwaited(desk);
}

/** Whether any price may lead to something. Exits of square-offs that rest say themselves which may (`movedBy`). */
export function isEachAwaited(desk: Desk): boolean {
  const { intents, surplus, limits, runs, protections } = desk;
  if (protections.isPriceAwaited || surplus.size > 0) return true;
  for (const { state, modify } of intents.live()) {
    if (state === 'waiting' || modify !== null) return true;
  }
  if (isLimited(limits.accountProtections)) return true;
  for (const { policies } of runs.all()) if (isLimited(policies.protections)) return true;
  return false;
}
