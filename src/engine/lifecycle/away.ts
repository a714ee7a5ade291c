import { type Desk } from '../desk.ts';

/** Whether the orders were polled since the process was away: positions may have changed meanwhile. */
export function isBookKnown({ awayUntilMs, polls }: Pick<Desk, 'awayUntilMs' | 'polls'>): boolean {
  return awayUntilMs === null || (polls.state('orders').lastReadAtMs ?? -Infinity) >= awayUntilMs;
}

/** From when a wait counts: a gap in which no process ran is no part of it. */
export function countFromMs({ awayUntilMs }: Pick<Desk, 'awayUntilMs'>, beganAtMs: number): number {
  return Math.max(beganAtMs, awayUntilMs ?? -Infinity);
}

/**
 * Whether entries are let wait though the account is halted, because the orders of the platform have not been seen: an entry
 * that was sent before is then taken over by its tag instead of being refused, and its leg is followed. Nothing leaves meanwhile.
 */
export function awaitsFirstOrders(desk: Pick<Desk, 'begunAnew' | 'polls' | 'halt'>): boolean {
  if (desk.begunAnew === null || desk.halt.by !== 'start') return false;
  return desk.polls.state('orders').lastReadAtMs === null;
}

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
