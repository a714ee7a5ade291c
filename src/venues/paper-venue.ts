import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult, type PollResult } from '../engine/event.ts';
import { Exchange } from '../exchange/exchange.ts';
import { createPaperBook } from '../exchange/paper-book.ts';
import { type Venue } from '../kernel/venue.ts';
import { type Listing } from '../market/market.ts';
import { createQuotedMarket } from '../market/quoted-market.ts';
import { type Contract } from '../model/market/contract.ts';
import { type Calendar } from '../model/time/calendar.ts';
import { type Contracts } from '../ports/contracts.ts';
import { type Orders } from '../ports/orders.ts';
import { type Outcome, type Synchronous } from '../ports/outcome.ts';
import { historyOf, type Prices } from '../ports/prices.ts';
import { type PaperPositions } from '../ports/webhooks.ts';

/** What polls are answered by: a platform, or a book in this process beside its contracts and prices. */
export interface PolledPorts {
  readonly orders: Pick<Orders, 'today' | 'byTag'> | Synchronous<Pick<Orders, 'today' | 'byTag'>>;
  readonly contracts: Contracts;
  readonly prices: Prices;
}

/** Carries a poll to its port. */
export async function pollPorts(
  { orders, contracts, prices }: PolledPorts,
  poll: PollRequest,
): Promise<PollResult> {
  switch (poll.subject) {
    case 'orders':
      return { subject: poll.subject, outcome: await orders.today() };
    case 'orders-of-tag': {
      const { subject, tag, range } = poll;
      return { subject, tag, outcome: await orders.byTag(tag, range) };
    }
    case 'contracts': {
      const { subject, underlying } = poll;
      return { subject, underlying, outcome: await contracts.list(underlying) };
    }
    case 'quotes':
      return { subject: poll.subject, outcome: await prices.quotes(poll.symbols) };
    case 'history':
      return { ...poll, outcome: await historyOf(prices, poll.asked) };
  }
}

/** Carries an attempt to a book in this process; what paper has no route for is refused. */
export function attemptOnPaper(
  book: Synchronous<Orders>,
  attempt: Exclude<Attempt, { kind: 'start-position' }>,
): AttemptResult {
  const { kind } = attempt;
  switch (kind) {
    case 'place':
      return { kind, outcome: book.place(attempt.request) };
    case 'modify':
      return { kind, outcome: book.modify(attempt.elements) };
    case 'cancel':
      return { kind, outcome: book.cancel(attempt.orderIds) };
    case 'square-off-position':
      return { kind, outcome: refused('A paper position is closed locally, never by a request') };
    case 'signal':
      return { kind, outcome: refused('Text signals have no paper route') };
  }
}

function refused(reason: string): Outcome<never> {
  return { kind: 'rejected', rejection: { form: 'refused-by-mode', reason } };
}

/** What a paper venue with a book of its own is made of. There is no member that could reach a live route. */
export interface LocalPaperOptions extends Omit<PolledPorts, 'orders'> {
  readonly name: string;
  readonly positions: PaperPositions;
  readonly calendar: Calendar;
  /** Of the book's delays and partial fills. */
  readonly seed: string;
}

/** Quotes older than this, run time, are no price for the paper book. */
const QUOTE_AGE_MS_MAX = 60_000;

/**
 * Behind a paper run: platform contracts and prices, the paper endpoint for positions, and a book in this process, the
 * simulator's matching engine, that trades at the quotes that polls bring. The book goes by the instants of the engine's
 * steps and by nothing else, so that the same events make the same book again.
 */
export function createLocalPaperVenue(options: LocalPaperOptions): Venue {
  const { calendar, seed, name, contracts, prices, positions } = options;
  const board = createQuotedMarket({ quoteAgeMsMax: QUOTE_AGE_MS_MAX });
  const listing = createObservedListing();
  const exchange = new Exchange({ market: board, listing, calendar, seed: `${seed}/paper-book` });
  let nowMs = -Infinity;
  const book = createPaperBook({ exchange, clock: { nowMs: () => nowMs } });
  return {
    name,
    attempt: (attempt, atMs) => {
      nowMs = atMs;
      if (attempt.kind !== 'start-position') return attemptOnPaper(book, attempt);
      const { kind, start } = attempt;
      return positions.start(start).then((outcome) => ({ kind, outcome }));
    },
    poll: (poll, atMs) => {
      nowMs = atMs;
      return pollPorts({ orders: book, contracts, prices }, poll);
    },
    local: {
      observe: ({ atMs, ...event }) => {
        if (event.outcome.kind !== 'accepted') return;
        nowMs = atMs;
        if (event.subject === 'contracts') {
          listing.observe(event.underlying, event.outcome.value.contracts);
        } else if (event.subject === 'quotes') {
          // What was due before these quotes came happens at those before.
          exchange.advanceTo(nowMs);
          board.observe(event.outcome.value, nowMs);
          exchange.pricesChanged(nowMs);
        }
      },
      repeat: (attempt, atMs) => {
        nowMs = atMs;
        if (attempt.kind !== 'start-position') attemptOnPaper(book, attempt);
      },
    },
  };
}

/** What the platform lists, as last observed. */
function createObservedListing(): Listing & {
  readonly observe: (underlying: string, contracts: readonly Contract[]) => void;
} {
  const observed = new Map<string, readonly Contract[]>();
  return {
    get underlyings() {
      return [...observed.keys()];
    },
    contracts: (underlying) => observed.get(underlying) ?? [],
    observe: (underlying, contracts) => {
      observed.set(underlying, contracts);
    },
  };
}
