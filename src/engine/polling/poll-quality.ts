import { type Order } from '../../model/orders/order.ts';
import { type OrdersObservation } from '../../ports/orders.ts';

/** The most that good polls of the day have shown: a list that shows less is old, or not whole. */
export interface ListMemory {
  /** Different orders. */
  readonly count: number;
  /** When the newest of them was created, epoch milliseconds. */
  readonly newestAtMs: number;
}

/** What a list of the day's orders is good for. */
export interface PollQuality {
  /** Whether it is all that is known and more: only then an order that it does not show is evidence of anything. */
  readonly isClean: boolean;
  /** Why it is not clean, for people; empty when it is. */
  readonly why: string;
  /** What kind of doubt that is: a record may be ours, orders are missing, or the newest one is. */
  readonly doubt: 'none' | 'spoilt' | 'short' | 'old';
  /** What the next poll is measured by. */
  readonly memory: ListMemory;
}

/** A list to be judged. */
export interface JudgedList {
  readonly orders: OrdersObservation['orders'];
  /** How many different ones these are. */
  readonly ordersCount: number;
  /** Why a record that cannot be read may be an order of ours; null when there is none such. */
  readonly spoiledBy: string | null;
  /** How many orders others have in records that cannot be read, beside those in `orders`. */
  readonly othersCount: number;
  /** Those of them that were read before. */
  readonly othersKnown: readonly Order[];
}

/** Before the first poll. */
export const NO_LIST: ListMemory = { count: 0, newestAtMs: -Infinity };

/** Judges a poll that was answered. One that is not clean leaves the memory as it was. */
export function judgePoll(memory: ListMemory, list: JudgedList): PollQuality {
  const { orders, ordersCount, spoiledBy, othersCount, othersKnown } = list;
  if (spoiledBy !== null) return { isClean: false, doubt: 'spoilt', why: spoiledBy, memory };
  const count = ordersCount + othersCount;
  if (count < memory.count) {
    const why = `the list shows ${String(count)} orders where there were ${String(memory.count)}`;
    return { isClean: false, doubt: 'short', why, memory };
  }
  let newestAtMs = -Infinity;
  for (const { createdAtMs } of orders) newestAtMs = Math.max(newestAtMs, createdAtMs);
  for (const { createdAtMs } of othersKnown) newestAtMs = Math.max(newestAtMs, createdAtMs);
  if (newestAtMs < memory.newestAtMs) {
    const why = 'the list lacks the newest order that was seen';
    return { isClean: false, doubt: 'old', why, memory };
  }
  return { isClean: true, doubt: 'none', why: '', memory: { count, newestAtMs } };
}
