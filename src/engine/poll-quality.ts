import { counted } from '../base/counted.ts';
import { type OrdersObservation } from '../ports/orders.ts';

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
  /** What the next poll is measured by. */
  readonly memory: ListMemory;
}

/** Before the first poll. */
export const NO_LIST: ListMemory = { count: 0, newestAtMs: -Infinity };

/** Judges a poll that was answered. One that is not clean leaves the memory as it was. */
export function judgePoll(
  memory: ListMemory,
  { orders, malformed }: Pick<OrdersObservation, 'orders' | 'malformed'>,
): PollQuality {
  if (malformed.length > 0) {
    const why = `${counted(malformed.length, 'record')} cannot be read`;
    return { isClean: false, why, memory };
  }
  const count = new Set(orders.map(({ orderId }) => orderId)).size;
  if (count < memory.count) {
    const why = `it shows ${String(count)} orders where there were ${String(memory.count)}`;
    return { isClean: false, why, memory };
  }
  let newestAtMs = -Infinity;
  for (const { createdAtMs } of orders) newestAtMs = Math.max(newestAtMs, createdAtMs);
  if (newestAtMs < memory.newestAtMs) {
    return { isClean: false, why: 'the newest order that was seen is not in it', memory };
  }
  return { isClean: true, why: '', memory: { count, newestAtMs } };
}
