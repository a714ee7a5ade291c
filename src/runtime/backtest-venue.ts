import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult, type PollResult } from '../engine/event.ts';
import { istDate } from '../model/ist.ts';
import { type Quote } from '../model/quote.ts';
import { type Clock } from '../ports/clock.ts';
import { type Orders } from '../ports/orders.ts';
import { type Outcome } from '../ports/outcome.ts';
import { type Synchronous } from '../ports/synchronous.ts';
import { type PaperPositions } from '../ports/webhooks.ts';
import { ContractDirectory } from '../simulator/exchange/contract-directory.ts';
import { type Listing, type Market } from '../simulator/market/market.ts';
import { bookAttempt, refusedOnPaper } from './paper-venue.ts';
import { type Venue } from './venue.ts';

/** What a backtest trades against: all of it in this process, all of it at once. */
export interface BacktestPorts {
  readonly name: string;
  readonly market: Market;
  readonly listing: Listing;
  readonly book: Synchronous<Orders>;
  readonly positions: Synchronous<PaperPositions>;
  readonly clock: Clock;
}

/** Behind a backtest: recorded or generated prices and the simulator's book. It answers without a promise. */
export function createBacktestVenue(ports: BacktestPorts): Venue {
  const quotesNow = createQuotesNow(ports);
  return {
    name: ports.name,
    attempt: (attempt) => attemptAtOnce(ports, attempt),
    poll: (poll) =>
      poll.subject === 'quotes'
        ? { subject: poll.subject, outcome: accepted(quotesNow(poll.symbols)) }
        : pollAtOnce(ports, poll),
  };
}

function attemptAtOnce({ book, positions }: BacktestPorts, attempt: Attempt): AttemptResult {
  const { kind } = attempt;
  switch (kind) {
    case 'place':
    case 'modify':
    case 'cancel':
      return { kind, outcome: bookAttempt(book, attempt) };
    case 'start-position':
      return { kind, outcome: positions.start(attempt.start) };
    case 'square-off-position':
      return {
        kind,
        outcome: refusedOnPaper('A paper position is closed locally, never by a request'),
      };
    case 'signal':
      return { kind, outcome: refusedOnPaper('Text signals have no paper route') };
  }
}

function pollAtOnce(
  ports: BacktestPorts,
  poll: Exclude<PollRequest, { subject: 'quotes' }>,
): PollResult {
  switch (poll.subject) {
    case 'orders':
      return { subject: poll.subject, outcome: ports.book.today() };
    case 'orders-of-tag':
      return { ...poll, outcome: ports.book.byTag(poll.tag) };
    case 'contracts': {
      const { subject, underlying } = poll;
      const contracts = ports.listing.contracts(underlying, istDate(ports.clock.nowMs()));
      return { subject, underlying, outcome: accepted({ contracts, malformed: [] }) };
    }
  }
}

function accepted<Value>(value: Value): Outcome<Value> {
  return { kind: 'accepted', value };
}

/** What answers with the prices of symbols at the clock's time: an underlying's name is its index. */
function createQuotesNow({
  market,
  listing,
  clock,
}: BacktestPorts): (symbols: readonly string[]) => Quote[] {
  const directory = new ContractDirectory(listing);
  return (symbols) => {
    const atMs = clock.nowMs();
    const date = istDate(atMs);
    return symbols.flatMap((symbol) => {
      if (listing.underlyings.includes(symbol)) return market.index(symbol, atMs) ?? [];
      const contract = directory.find(symbol, date);
      return contract === undefined ? [] : (market.quote(contract, atMs) ?? []);
    });
  };
}
