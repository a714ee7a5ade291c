import { contractsDueMs, ordersDueMs, quotesDueMs } from './cadence.ts';
import { type Desk } from './desk.ts';
import { type PollRequest } from './effect.ts';
import { type PollState } from './poll-book.ts';
import { requestTagPolls } from './request-tag-polls.ts';
import { watchedSymbols, watchedUnderlyings } from './watched-symbols.ts';

/** Asks for every poll that is due and not under way, and to be woken for the next. */
export function requestPolls(desk: Desk): void {
  const { nowMs, day, limits } = desk;
  const orders = desk.polls.state('orders');
  const ordersDue = ordersDueMs({ nowMs, day, limits, poll: orders }, desk.intents.hasLive);
  request(desk, orders, { dueMs: ordersDue, poll: { subject: 'orders' } });
  for (const underlying of watchedUnderlyings(desk)) {
    const contracts = desk.polls.state('contracts', underlying);
    const dueMs = contractsDueMs({ nowMs, day, limits, poll: contracts });
    request(desk, contracts, { dueMs, poll: { subject: 'contracts', underlying } });
  }
  requestQuotes(desk);
  requestTagPolls(desk);
}

function requestQuotes(desk: Desk): void {
  const { nowMs, day, limits } = desk;
  const quotes = desk.polls.state('quotes');
  if (quotes.isUnderWay) return;
  const symbols = watchedSymbols(desk);
  if (symbols.length === 0) return;
  const isNew = symbols.some((symbol) => !desk.polls.quotesAsked.has(symbol));
  const dueMs = quotesDueMs({ nowMs, day, limits, poll: quotes }, isNew);
  const isAsked = request(desk, quotes, { dueMs, poll: { subject: 'quotes', symbols } });
  if (isAsked) desk.polls.quotesAsked = new Set(symbols);
}

function request(
  desk: Desk,
  state: PollState,
  wanted: { readonly dueMs: number | null; readonly poll: PollRequest },
): boolean {
  if (state.isUnderWay || wanted.dueMs === null) return false;
  if (wanted.dueMs > desk.nowMs) {
    desk.wakesAtMs.push(wanted.dueMs);
    return false;
  }
  state.isUnderWay = true;
  state.lastStartedAtMs = desk.nowMs;
  desk.outbox.poll(wanted.poll);
  return true;
}
