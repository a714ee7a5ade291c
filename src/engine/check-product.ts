import { type LegOrder } from '../model/command.ts';
import { isEntry } from '../risk/approve-order.ts';
import { type Refusal } from '../risk/refusal.ts';
import { type Desk } from './desk.ts';
import { productOf } from './product-of.ts';

/** An exit in the product in which it is held: in another it would open what it is to close. */
export function inHeldProduct(desk: Desk, runId: string, order: LegOrder): LegOrder {
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
