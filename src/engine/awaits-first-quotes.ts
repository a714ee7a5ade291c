import { type Desk } from './desk.ts';

/** The first poll of quotes is answered a moment after the first one of the orders. An exit is not kept for longer. */
const FIRST_QUOTES_MS = 3_000;

/**
 * Whether a price for now is about to be read: the process was away, the quote at hand is from before, and neither an
 * answer nor a failure has come since. An exit priced by the old one could rest far from the market, or give away much.
 */
export function awaitsFirstQuotes(desk: Desk, symbol: string): boolean {
  const { awayUntilMs, nowMs, polls, quotes, limits } = desk;
  if (awayUntilMs === null || nowMs >= awayUntilMs + FIRST_QUOTES_MS) return false;
  const { quoteAgeMs } = quotes.ages(symbol, nowMs);
  if (quoteAgeMs !== null && quoteAgeMs <= limits.quoteAgeMsMax) return false;
  const { lastReadAtMs, failure } = polls.state('quotes');
  if (failure !== null || (lastReadAtMs ?? -Infinity) >= awayUntilMs) return false;
  desk.wakesAtMs.push(awayUntilMs + FIRST_QUOTES_MS);
  return true;
}
