import { isSameContract } from '../../model/market/contract.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type Desk } from '../desk.ts';

/** What orders with a tag of ours that are no intent's hold of one contract at one broker, or may still fill. */
export interface Orphans {
  readonly symbol: string;
  /** Signed units that they filled; 0 where they closed what they opened. */
  readonly netUnits: number;
  /** Whether one of them still works. */
  readonly isWorking: boolean;
  /** When the first of them was made, epoch milliseconds. */
  readonly sinceMs: number;
  readonly orderIds: readonly string[];
}

/** Contracts in which the platform holds, or may come to hold, what the books do not. Closed round trips are left out. */
export function orphansOf(desk: Pick<Desk, 'orders' | 'intents'>): readonly Orphans[] {
  const together = new Map<string, Order[]>();
  for (const order of desk.orders.all()) {
    if (!isOrphan(desk, order)) continue;
    const key = `${order.symbol}\n${order.brokerId}`;
    together.set(key, [...(together.get(key) ?? []), order]);
  }
  return [...together.values()]
    .map(orphansIn)
    .filter(({ netUnits, isWorking }) => netUnits !== 0 || isWorking);
}

/**
 * Whether an order has a tag of our form, and is no intent's: none has the tag, or the one that has it asks for something else and
 * never left, as where a state of an hour ago decides again. A close by hand keeps the tag of the order that it closes.
 */
export function isOrphan(desk: Pick<Desk, 'intents'>, order: Order): boolean {
  if (!isOurTag(order.tag)) return false;
  const intent = desk.intents.byTag(order.tag);
  if (intent === undefined || !isSameContract(intent.order.contract, order)) return true;
  return intent.state === 'refused';
}

/** Of one contract at one broker; never none. */
function orphansIn(orders: readonly Order[]): Orphans {
  let netUnits = 0;
  let symbol = '';
  for (const { side, filledUnits, ...order } of orders) {
    symbol = order.symbol;
    netUnits += side === 'buy' ? filledUnits : -filledUnits;
  }
  return {
    symbol,
    netUnits,
    isWorking: orders.some(({ status }) => !isTerminal(status)),
    sinceMs: Math.min(...orders.map(({ createdAtMs }) => createdAtMs)),
    orderIds: orders.map(({ orderId }) => orderId),
  };
}
