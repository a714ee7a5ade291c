import { type Contract } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { type LegRef, type Order, type Seen } from '../model/orders/order.ts';

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

/** What a run holds in one leg of one contract. */
export interface LegPosition {
  readonly leg: string;
  readonly contract: Contract;
  /** Positive when long, negative when short, zero when flat. */
  readonly netUnits: number;
  /** Average price of what is open, rounded to the nearest paisa; 0 when flat. */
  readonly averagePricePaise: number;
  /** Money received less money paid so far, paise. */
  readonly cashPaise: number;
}

/** A quote with its age. It stands for as long as polls bring the same prices. */
export interface PricePoint extends Quote {
  /** Of the last poll that brought these prices. */
  readonly seen: Seen;
}
