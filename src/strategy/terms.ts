import { type TermsRequest } from '../model/command.ts';
import { type OrderTerms } from '../model/order.ts';

/**
 * A limit order through the other side of the book, priced when it is sent: fills at once in an ordinary market,
 * and never at an absurd price.
 *
 * @param bufferPercent how far through, percent of the price; default 8 for options, 1 for others
 */
export function marketable(bufferPercent: number | null = null): TermsRequest {
  return { kind: 'marketable', bufferPercent };
}

/** A limit order. `pricePaise` is a positive multiple of the contract's tick. */
export function limit(pricePaise: number): OrderTerms {
  return { kind: 'limit', pricePaise };
}
