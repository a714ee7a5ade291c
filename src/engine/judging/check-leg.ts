import { type LegOrder } from '../../model/orders/command.ts';
import { isEntry } from '../../risk/approve-order.ts';
import { type Refusal } from '../../risk/refusal.ts';
import { type Desk, type Legs } from '../desk.ts';
import { type Intent, isUnresolved } from '../intents/intent.ts';
import { productOf } from '../positions/legs.ts';

/** Refuses whatever would be sent for a leg that is paused. */
export function checkPaused(desk: Desk, runId: string, leg: string): Refusal | null {
  const paused = desk.foreign.pauseOf(runId, leg);
  if (paused === undefined) return null;
  if (paused.cause === 'carried') {
    return {
      rule: 'paused-leg',
      what: `Leg "${leg}" was carried overnight and is not confirmed`,
      found: paused.reason,
      allowed: 'nothing until the operator resolves it as open or closed',
    };
  }
  return {
    rule: 'paused-leg',
    what: `Leg "${leg}" is paused`,
    found: paused.reason,
    allowed: 'nothing until the operator flattens or releases the run',
  };
}

/** An exit in the product in which it is held: in another it would open what it is to close. */
export function inHeldProduct(desk: Legs, runId: string, order: LegOrder): LegOrder {
  const line = desk.ledger.line(runId, order.leg, order.contract.symbol);
  if (line === undefined || line.carried === null) return order;
  return { ...order, product: productOf(desk, line) };
}

/** Refuses an intraday entry under a leg that still holds something from an earlier day: one of them would be closed with the other. */
export function checkProduct(desk: Desk, runId: string, order: LegOrder): Refusal | null {
  if (!isEntry(order) || order.product === 'carry-forward') return null;
  const held = desk.ledger
    .ofLeg(runId, order.leg)
    .find(({ carried, position }) => carried !== null && position.netUnits !== 0);
  if (held === undefined) return null;
  return {
    rule: 'other-product',
    what: `Leg "${order.leg}" holds ${String(held.position.netUnits)} units of ${held.contract.symbol} from an earlier day`,
    found: `an entry that is ${order.product}`,
    allowed: 'carry-forward, or another leg',
  };
}

/** Refuses an order for a leg and role of which an earlier order may exist unseen, or is held: it would add to it. */
export function checkUnresolved(desk: Desk, runId: string, order: LegOrder): Refusal | null {
  if (order.role !== 'entry') return null;
  const earlier = desk.intents.inPlay(runId, order.leg).find(isOpenQuestion);
  if (earlier === undefined) return null;
  return {
    rule: 'unresolved-entry',
    what: `An earlier entry of leg "${order.leg}" (tag ${earlier.tag})`,
    found: earlier.state === 'accepted' ? 'accepted, and shown by no poll' : earlier.state,
    allowed: 'none whose fate is open; resolve it first',
  };
}

/** One that was taken a moment ago is no open question: the next poll shows it. */
function isOpenQuestion(intent: Intent): boolean {
  if (intent.order.role !== 'entry') return false;
  if (intent.state === 'unknown' || intent.state === 'absent') return intent.orders.size === 0;
  return isUnresolved(intent) && intent.isUnresolvedNoticed;
}
