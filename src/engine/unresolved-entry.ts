import { type LegOrder } from '../model/command.ts';
import { type Refusal } from '../risk/refusal.ts';
import { type Desk } from './desk.ts';
import { type Intent, isUnresolved } from './intent.ts';

/** Refuses an order for a leg and role of which an earlier order may exist unseen, or is held: it would add to it. */
export function checkUnresolved(desk: Desk, runId: string, order: LegOrder): Refusal | null {
  if (order.role !== 'entry') return null;
  const earlier = desk.intents.ofLeg(runId, order.leg).find(isOpenQuestion);
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
