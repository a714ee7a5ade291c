import { type Market } from '../../market/market.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import { type BookEntry } from '../book-entry.ts';
import { type ExchangeRules } from '../exchange-rules.ts';
import { isDecidedByMinute } from './fill-models.ts';
import { type MatchMoment, startOfBar } from './match-in-bar.ts';

/** An order that the market left unfilled though it was met or passed, and when first. */
export interface UnservedOrder {
  readonly orderId: string;
  readonly atMs: number;
  /**
   * - `no-price`: it came in a minute in which its contract has no price, and waited for one.
   * - `stop-passed`: the market was beyond its trigger and its limit when it first reached the trigger.
   */
  readonly why: 'no-price' | 'stop-passed';
}

/** The quote that an order is matched with; where there is none it is noted to wait for one, if it could have filled. */
export function quoteOrWait(entry: BookEntry, moment: MatchMoment): Quote | null {
  const quote = matchedQuote(moment, entry.contract, moment.atMs);
  // An order that rests, or that waits for its trigger, misses nothing.
  const couldFill = entry.isTriggered && !entry.hasRested;
  if (quote === null && couldFill) entry.waitedFromMs ??= moment.atMs;
  return quote;
}

/** Those of the orders that were left unserved, in their order; one may have been for both reasons. */
export function unservedOf(entries: Iterable<BookEntry>): readonly UnservedOrder[] {
  return [...entries].flatMap(({ order: { orderId }, waitedFromMs, missedAtMs }) => [
    ...(waitedFromMs === null ? [] : [{ orderId, atMs: waitedFromMs, why: 'no-price' } as const]),
    ...(missedAtMs === null ? [] : [{ orderId, atMs: missedAtMs, why: 'stop-passed' } as const]),
  ]);
}

/** Where and by which rules orders are looked at. */
export interface QuoteSource {
  readonly market: Market;
  readonly rules: Pick<ExchangeRules, 'slippage'>;
}

/**
 * The quote that orders of a contract are matched with; null where there is none. Where the minute decides, a quote
 * that is held from an earlier one is none: there was no trade at it in this one, and its index may have gone elsewhere.
 */
export function matchedQuote(
  { market, rules }: QuoteSource,
  contract: Contract,
  atMs: number,
): Quote | null {
  const quote = market.quote(contract, atMs);
  if (quote === null || !isDecidedByMinute(rules.slippage.at)) return quote;
  return quote.atMs < startOfBar(atMs) ? null : quote;
}
