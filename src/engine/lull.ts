import { invariant } from '../base/invariant.ts';
import { type Desk } from './desk.ts';
import { type Effect } from './effect.ts';
import { type EngineEvent } from './event.ts';
import { isLimited } from './halting/limit-book.ts';
import { isBookKnown } from './lifecycle/away.ts';
import { isCalm } from './polling/held-polls.ts';
import { isWaitingBeyond } from './protecting/passed-stops.ts';
import { firstProofMs } from './reconciling/seek-absence.ts';

/** What one look changed may be seen by the next: only after so many that led to nothing is it quiet. */
const QUIET_LOOKS_MIN = 2;

/**
 * Knows when looking at everything would lead to nothing. That is so from the second step in a row that led to nothing
 * until something becomes due, or anything comes but time, prices and orders that are as they were. Prices count where
 * something waits for them, orders also where anything may wait for a poll.
 */
export class Lull {
  #quietLooks = 0;
  #untilMs = -Infinity;
  /** Whether the orders were known, and fresh, at the last look: then no poll is waited for because it is one. */
  #wereOrdersFresh = false;

  /** Whether all but the polls can be passed over in this step. */
  holds(desk: Desk, event: EngineEvent): boolean {
    if (this.#quietLooks < QUIET_LOOKS_MIN || desk.nowMs >= this.#untilMs) return false;
    if (event.kind === 'time-passed') return true;
    if (isOfSameOrders(event)) return this.#wereOrdersFresh && isPollOfNoUse(desk);
    return isOfPrices(event) && !isPriceAwaited(desk);
  }

  /** Until when nothing is due, as far as the last look at everything told; polls aside. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** Notes what a look at everything led to. */
  noteLook(desk: Pick<Desk, 'wakesAtMs' | 'nowMs' | 'limits' | 'awayUntilMs' | 'polls'>): void {
    const ordersAtMs = desk.polls.state('orders').lastGoodAtMs ?? -Infinity;
    this.#wereOrdersFresh =
      isBookKnown(desk) && desk.nowMs - ordersAtMs <= desk.limits.ordersAgeMsMax;
    this.#untilMs = Infinity;
    for (const atMs of desk.wakesAtMs) this.#untilMs = Math.min(this.#untilMs, atMs);
    invariant(!Number.isNaN(this.#untilMs), 'Something is due at no time, and would never be done');
  }

  /** Notes what a step led to. */
  noteStep(event: EngineEvent, effects: readonly Effect[]): void {
    const mayBeQuiet = event.kind === 'time-passed' || isOfPrices(event) || isOfSameOrders(event);
    const isQuiet = mayBeQuiet && effects.every(isNothing);
    this.#quietLooks = isQuiet ? this.#quietLooks + 1 : 0;
  }
}

function isOfPrices(event: EngineEvent): boolean {
  if (event.kind !== 'poll-ended' || event.subject !== 'quotes') return false;
  return event.outcome.kind === 'accepted';
}

/** A poll that shows every order as the one before did. */
function isOfSameOrders(event: EngineEvent): boolean {
  if (event.kind !== 'poll-ended' || event.subject !== 'orders') return false;
  const { outcome } = event;
  if (outcome.kind !== 'accepted') return false;
  return outcome.value.isUnchanged && outcome.value.malformed.length === 0;
}

/**
 * Whether a poll of orders that are as they were is of no use to anything: all of ours rest, none is sought, none was
 * sent so lately that it counts as about to fill, and no stop waits beyond its trigger.
 */
function isPollOfNoUse(desk: Desk): boolean {
  if (desk.nowMs - desk.lastAnswerAtMs <= desk.limits.repriceMs) return false;
  if (firstProofMs(desk) !== Infinity || !isCalm(desk) || isPriceAwaited(desk)) return false;
  return !desk.protections.all().some((exit) => isWaitingBeyond(desk, exit));
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
