import { type Protection } from '../../src/engine/protecting/clock-protection.ts';
import { type Order } from '../../src/model/orders/order.ts';
import { type PlaceElement } from '../../src/ports/orders.ts';
import {
  aLeg,
  aQuote,
  aRecord,
  CE,
  each,
  type EngineRig,
  moved,
  RigProblem,
} from './engine-rig.ts';

export const ENTRY_PAISE = 10_000;
/** A stop 30 % above what was sold at `ENTRY_PAISE`, with a limit 8 % beyond: 1.404 times the entry. */
export const TERMS = { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 14_040 } as const;
export const STOP = aLeg({ role: 'stop', side: 'buy', terms: TERMS });
/** An answer that says no to an order. */
export const NO = { kind: 'rejected', detail: 'price band' } as const;
/** What becomes of a call whose attempt the journal could not take. */
export const DISK_FULL = {
  kind: 'rejected',
  rejection: { form: 'not-sent', reason: 'the disk is full', isTransient: true },
} as const;

/** Elements placed since the last look. */
export function placed(rig: EngineRig): readonly PlaceElement[] {
  return rig.sent('place').flatMap(({ request }) => request.elements);
}

/** Answers all that was placed since the last look as taken; no poll shows it yet. */
export function takenAll(rig: EngineRig): readonly PlaceElement[] {
  return rig.sent('place').flatMap((attempt) => {
    const { elements } = attempt.request;
    rig.answer(attempt, each(elements.map(({ tag }) => tag)));
    return elements;
  });
}

/**
 * The one order that was placed since the last look: answered as taken, and shown by a poll a second later.
 *
 * @throws {RigProblem} when there is not exactly one
 */
export function taken(rig: EngineRig, over: Partial<Order> = {}): Order {
  const [element, ...more] = takenAll(rig);
  if (element === undefined || more.length > 0) throw new RigProblem('wanted one order');
  rig.pass(1_000);
  const record = aRecord(element, over);
  rig.show(record);
  return record;
}

/** The same order, rejected by the exchange for its price. */
export function rejected(order: Order): Order {
  return moved(order, {
    status: 'rejected',
    rejectionCode: 'RejectionCode.PriceBand',
    rejectionReason: 'outside the band',
  });
}

/** Lets the call have another last price. */
export function price(rig: EngineRig, lastPaise: number): void {
  rig.pass(1);
  rig.quotes(aQuote(CE, lastPaise));
}

/** Limits of stops. */
export function limitsOf(elements: readonly PlaceElement[]): readonly number[] {
  return elements.map(({ terms }) => (terms.kind === 'stop' ? terms.limitPricePaise : 0));
}

/**
 * How the first leg with a stop stands.
 *
 * @throws {RigProblem} when there is none
 */
export function protection(rig: EngineRig): Protection {
  const [first] = rig.engine.view().protections;
  if (first === undefined) throw new RigProblem('no leg has a stop');
  return first;
}
