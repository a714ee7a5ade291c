/**
 * Who else stands at the price of an order that rests in the book.
 *
 * - `nobody`: it fills as soon as the other side’s best price reaches its limit.
 * - `all-before-us`: only once that price has gone beyond its limit, for then everybody at the limit was served.
 */
export type QueueModel = 'nobody' | 'all-before-us';

/**
 * Whether an order is served now.
 *
 * @param beyondPaise - how far the other side's best price is inside its limit: 0 at the limit, negative short of it
 * @param hasRested - whether it stood in the book before; one that arrives takes what is there
 */
export function isServed(beyondPaise: number, hasRested: boolean, queue: QueueModel): boolean {
  return hasRested && queue === 'all-before-us' ? beyondPaise > 0 : beyondPaise >= 0;
}
