import { type Basket } from '../../src/model/orders/command.ts';
import { type Order } from '../../src/model/orders/order.ts';
import {
  aLeg,
  aRecord,
  each,
  type EngineRig,
  filled,
  HEDGE,
  RigProblem,
  startedRig,
} from './engine-rig.ts';

/** A limit that rests. */
export const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;
/** The long leg that covers the short one. */
export const HEDGE_LEG = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy', terms: LIMIT });
/** The short leg that the hedge covers. */
export const SHORT_LEG = aLeg({ terms: LIMIT });

/** Has what was just placed accepted and shown; returns the records. */
export function accept(rig: EngineRig): readonly Order[] {
  const attempts = rig.sent('place');
  const elements = attempts.flatMap(({ request }) => request.elements);
  for (const attempt of attempts) {
    rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
  }
  const records = elements.map((element) => aRecord(element));
  rig.show(...records);
  return records;
}

/**
 * A hedge that is filled, and a short that has just left.
 *
 * @throws {RigProblem} when the hedge was not placed
 */
export function hedged(basket?: Basket): EngineRig {
  const rig = startedRig();
  rig.fresh();
  const orders = [HEDGE_LEG, SHORT_LEG];
  rig.command(basket === undefined ? { kind: 'place', orders } : { kind: 'place', orders, basket });
  const [hedge] = accept(rig);
  if (hedge === undefined) throw new RigProblem('no hedge');
  rig.show(filled(hedge, 10_000));
  return rig;
}

/**
 * A hedge that is filled and a short that works.
 *
 * @throws {RigProblem} when one of them was not placed
 */
export function halfSpread(basket?: Basket): { readonly rig: EngineRig; readonly short: Order } {
  const rig = hedged(basket);
  const [short] = accept(rig);
  if (short === undefined) throw new RigProblem('no short');
  return { rig, short };
}

/** Lets time pass, and shows all as it is with fresh quotes. */
export function later(rig: EngineRig, ms: number): void {
  rig.pass(ms);
  rig.fresh(...rig.book.values());
}

/** The state of the first basket. */
export function stateOf(rig: EngineRig): string | undefined {
  return rig.engine.view().baskets[0]?.state;
}
