import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult } from '../engine/event.ts';
import { type PollAnswer, type Venue } from '../kernel/venue.ts';
import { createTargets, PricesOfTargets, type Targets } from '../market/market-feed.ts';
import { type Listing, type Market } from '../market/market.ts';
import { type Bar, type HistoryAsked } from '../model/market/bar.ts';
import { istDate } from '../model/time/ist.ts';
import { type Clock } from '../ports/clock.ts';
import { type Orders } from '../ports/orders.ts';
import { type Outcome, type Synchronous } from '../ports/outcome.ts';
import { NO_HISTORY_ANSWER } from '../ports/prices.ts';
import { type PaperPositions } from '../ports/webhooks.ts';
import { attemptOnPaper } from '../venues/paper-venue.ts';

/** What a backtest trades against: all of it in this process, all of it at once. */
export interface BacktestPorts {
  readonly name: string;
  readonly market: Market;
  readonly listing: Listing;
  readonly book: Synchronous<Orders>;
  readonly positions: Synchronous<PaperPositions>;
  readonly clock: Clock;
  /** When an order of the book may next change by itself; null when none will. */
  readonly nextEventMs: () => number | null;
}

/**
 * Behind a backtest: recorded or generated prices and the simulator's book. It answers without a promise, and knows
 * until when its answers stay as they are.
 */
export function createBacktestVenue(ports: BacktestPorts): Venue {
  const targetsOf = createTargets(ports.listing);
  return {
    name: ports.name,
    attempt: (attempt) => attemptAtOnce(ports, attempt),
    poll: (poll) =>
      poll.subject === 'quotes'
        ? quotesAtOnce(ports, targetsOf(poll.symbols, istDate(ports.clock.nowMs())))
        : pollAtOnce(ports, poll),
  };
}

function quotesAtOnce({ market, clock }: BacktestPorts, targets: Targets): PollAnswer {
  const atMs = clock.nowMs();
  const prices = new PricesOfTargets(market, targets);
  const holdsUntilMs = prices.nextChangeMs(atMs) ?? Infinity;
  return { subject: 'quotes', outcome: accepted(prices.quotes(atMs)), holdsUntilMs };
}

function attemptAtOnce({ book, positions }: BacktestPorts, attempt: Attempt): AttemptResult {
  if (attempt.kind !== 'start-position') return attemptOnPaper(book, attempt);
  return { kind: attempt.kind, outcome: positions.start(attempt.start) };
}

function pollAtOnce(
  ports: BacktestPorts,
  poll: Exclude<PollRequest, { subject: 'quotes' }>,
): PollAnswer {
  switch (poll.subject) {
    case 'orders': {
      const outcome = ports.book.today();
      return { subject: poll.subject, outcome, holdsUntilMs: ports.nextEventMs() ?? Infinity };
    }
    case 'orders-of-tag': {
      const { subject, tag, range } = poll;
      return { subject, tag, outcome: ports.book.byTag(tag, range) };
    }
    case 'contracts': {
      const { subject, underlying } = poll;
      const contracts = ports.listing.contracts(underlying, istDate(ports.clock.nowMs()));
      return { subject, underlying, outcome: accepted({ contracts, malformed: [] }) };
    }
    case 'history':
      return { ...poll, outcome: pastAtOnce(ports, poll.asked) };
  }
}

function pastAtOnce(
  { market, clock }: BacktestPorts,
  asked: HistoryAsked,
): Outcome<readonly Bar[]> {
  if (market.barsBefore === undefined) return NO_HISTORY_ANSWER;
  const beforeMs = Math.min(asked.beforeMs, clock.nowMs());
  return accepted(market.barsBefore({ ...asked, beforeMs }));
}

function accepted<Value>(value: Value): Outcome<Value> {
  return { kind: 'accepted', value };
}
