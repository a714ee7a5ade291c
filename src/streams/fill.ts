import { type Contract } from '../model/contract.ts';
import { type Order } from '../model/order.ts';
import { type LegRef, type Seen } from '../model/order-event.ts';

/** Units of one order that a poll showed as newly filled. */
export interface Fill {
  readonly legRef: LegRef;
  readonly order: Order;
  readonly contract: Contract;
  /** Newly filled units, at least 1. */
  readonly units: number;
  /** Their average price, rounded to the nearest paisa. */
  readonly pricePaise: number;
  /** Their value, paise. */
  readonly valuePaise: number;
  /** Whether the order is now filled completely. */
  readonly isComplete: boolean;
  readonly seen: Seen;
}
