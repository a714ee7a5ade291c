import { type OrderStatus } from '../model/order.ts';
import { type Desk } from './desk.ts';
import { type Intent } from './intent.ts';

/** In these an order stays until the exchange or somebody moves it. */
const RESTING: ReadonlySet<OrderStatus> = new Set(['open', 'trigger-pending']);

/**
 * Whether nothing of ours is on the way anywhere: whatever may still fill rests in the book as it should. Only then do
 * polls that bring nothing new lead to nothing, so that they need not be made.
 */
export function isCalm(desk: Desk): boolean {
  if (desk.attempts.size > 0 || desk.squareOffs.active().length > 0) return false;
  if (desk.doubts.size > 0 || desk.surplus.size > 0 || desk.listWatch.hasGaps) return false;
  for (const intent of desk.intents.live()) if (!isResting(intent)) return false;
  return true;
}

function isResting({ state, cancel, modify, modifyUnderWay, orders }: Intent): boolean {
  if (state !== 'accepted' || cancel !== null || modify !== null) return false;
  if (modifyUnderWay !== null || orders.size === 0) return false;
  for (const { status } of orders.values()) if (!RESTING.has(status)) return false;
  return true;
}
