import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { isOurTag } from '../../model/orders/tag.ts';
import { type Desk } from '../desk.ts';

/** What orders with a tag of ours that no intent knows hold of one contract, or may still fill. */
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
  const bySymbol = new Map<string, Order[]>();
  for (const order of desk.orders.all()) {
    if (!isOrphan(desk, order)) continue;
    bySymbol.set(order.symbol, [...(bySymbol.get(order.symbol) ?? []), order]);
  }
  return [...bySymbol]
    .map(([symbol, orders]) => orphansIn(symbol, orders))
    .filter(({ netUnits, isWorking }) => netUnits !== 0 || isWorking);
}

/** Whether an order has a tag of our form that no intent has. */
export function isOrphan(desk: Pick<Desk, 'intents'>, { tag }: Order): boolean {
  return isOurTag(tag) && desk.intents.byTag(tag) === undefined;
}

function orphansIn(symbol: string, orders: readonly Order[]): Orphans {
  let netUnits = 0;
  for (const { side, filledUnits } of orders) {
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
