import { type Seen } from '../model/order-event.ts';
import { type Quote } from '../model/quote.ts';

/** A quote with its age. It stands for as long as polls bring the same prices. */
export interface PricePoint extends Quote {
  /** Of the last poll that brought these prices. */
  readonly seen: Seen;
}
