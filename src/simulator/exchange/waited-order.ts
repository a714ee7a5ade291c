import { type Quote } from '../../model/quote.ts';
import { type BookEntry } from './book-entry.ts';
import { type Moment } from './match-in-bar.ts';
import { matchedQuote } from './matched-quote.ts';

/** An order that had to wait for a price of its contract, and since when. */
export interface WaitedOrder {
  readonly orderId: string;
  readonly atMs: number;
}

/** The quote that an order is matched with; where there is none it is noted to wait for one, if it could have filled. */
export function quoteOrWait(entry: BookEntry, moment: Moment): Quote | null {
  const quote = matchedQuote(moment, entry.contract, moment.atMs);
  // An order that rests, or that waits for its trigger, misses nothing.
  const couldFill = entry.isTriggered && !entry.hasRested;
  if (quote === null && couldFill) entry.waitedFromMs ??= moment.atMs;
  return quote;
}

/** Those of the orders that waited, in their order. */
export function waitedOf(entries: Iterable<BookEntry>): readonly WaitedOrder[] {
  return [...entries].flatMap(({ order: { orderId }, waitedFromMs }) =>
    waitedFromMs === null ? [] : { orderId, atMs: waitedFromMs },
  );
}
