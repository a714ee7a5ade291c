import { type Seen } from '../model/order-event.ts';
import { type Quote } from '../model/quote.ts';

/** A quote with its age. */
export interface PricePoint extends Quote {
  readonly seen: Seen;
}
