import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult, type PollResult } from '../engine/event.ts';
import { Exchange } from '../exchange/exchange.ts';
import { createPaperBook } from '../exchange/paper-book.ts';
import { type LocalBook, type Venue } from '../kernel/venue.ts';
import { type Listing } from '../market/market.ts';
import { createQuotedMarket } from '../market/quoted-market.ts';
import { type Contract } from '../model/market/contract.ts';
import { type Quote } from '../model/market/quote.ts';
import { type Calendar } from '../model/time/calendar.ts';
import { type Contracts } from '../ports/contracts.ts';
import { type Orders } from '../ports/orders.ts';
import { type Outcome, type Synchronous } from '../ports/outcome.ts';
import { historyOf, type Prices } from '../ports/prices.ts';
import { type PaperPositions } from '../ports/webhooks.ts';

/** What a paper run trades against. There is no member that could reach a live route. */
interface PaperPorts {
  readonly name: string;
  readonly contracts: Contracts;
  readonly prices: Prices;
  readonly positions: PaperPositions;
  /** The local book: the simulator's matching engine in this process. */
  readonly book: Synchronous<Orders>;
  /** Told what time it is before anything else is asked of the book: the instant of the engine's step. */
  readonly onInstant: (atMs: number) => void;
  /** Called with every listing, so that the book knows what can be traded. */
  readonly onContracts: (underlying: string, contracts: readonly Contract[]) => void;
  /** Called with every quote before the book is polled again, so that the book fills at observed prices. */
  readonly onQuotes: (quotes: readonly Quote[]) => void;
}

/** Behind a paper run: platform contracts and prices, the paper endpoint for positions, the local book for orders. */
function createPaperVenue(ports: PaperPorts): Venue {
  return {
    name: ports.name,
    attempt: (attempt, atMs) => {
      ports.onInstant(atMs);
      return paperAttempt(ports, attempt);
    },
    poll: (poll, atMs) => {
      ports.onInstant(atMs);
      return paperPoll(ports, poll);
    },
    local: localBook(ports),
  };
}

/** What dies with the process: the book, and the prices and listings that it goes by. */
function localBook(ports: PaperPorts): LocalBook {
  return {
    observe: (event) => {
      if (event.outcome.kind !== 'accepted') return;
      ports.onInstant(event.atMs);
      if (event.subject === 'contracts') {
        ports.onContracts(event.underlying, event.outcome.value.contracts);
      } else if (event.subject === 'quotes') ports.onQuotes(event.outcome.value);
    },
    repeat: (attempt, atMs) => {
      if (attempt.kind !== 'place' && attempt.kind !== 'modify' && attempt.kind !== 'cancel') {
        return;
      }
      ports.onInstant(atMs);
      bookAttempt(ports.book, attempt);
    },
  };
}

function paperAttempt(
  ports: Pick<PaperPorts, 'book' | 'positions'>,
  attempt: Attempt,
): AttemptResult | Promise<AttemptResult> {
  const { kind } = attempt;
  switch (kind) {
    case 'place':
    case 'modify':
    case 'cancel':
      return { kind, outcome: bookAttempt(ports.book, attempt) };
    case 'start-position':
      return ports.positions.start(attempt.start).then((outcome) => ({ kind, outcome }));
    case 'square-off-position':
      return {
        kind,
        outcome: refusedOnPaper('A paper position is closed locally, never by a request'),
      };
    case 'signal':
      return { kind, outcome: refusedOnPaper('Text signals have no paper route') };
  }
}

/** Carries an order attempt to a book in this process. */
export function bookAttempt(
  book: Synchronous<Orders>,
  attempt: Extract<Attempt, { kind: 'place' | 'modify' | 'cancel' }>,
): ReturnType<Synchronous<Orders>['place']> {
  switch (attempt.kind) {
    case 'place':
      return book.place(attempt.request);
    case 'modify':
      return book.modify(attempt.elements);
    case 'cancel':
      return book.cancel(attempt.orderIds);
  }
}

/** The answer of a mode that has no such route. */
export function refusedOnPaper(reason: string): Outcome<never> {
  return { kind: 'rejected', rejection: { form: 'refused-by-mode', reason } };
}

async function paperPoll(ports: PaperPorts, poll: PollRequest): Promise<PollResult> {
  switch (poll.subject) {
    case 'orders':
      return { subject: poll.subject, outcome: ports.book.today() };
    case 'orders-of-tag': {
      const { subject, tag, range } = poll;
      return { subject, tag, outcome: ports.book.byTag(tag, range) };
    }
    case 'contracts': {
      const { subject, underlying } = poll;
      return { subject, underlying, outcome: await ports.contracts.list(underlying) };
    }
    case 'quotes':
      return { subject: poll.subject, outcome: await ports.prices.quotes(poll.symbols) };
    case 'history':
      return { ...poll, outcome: await historyOf(ports.prices, poll.asked) };
  }
}

/** What a paper venue with a book of its own is made of. */
export interface LocalPaperOptions extends Pick<
  PaperPorts,
  'name' | 'contracts' | 'prices' | 'positions'
> {
  readonly calendar: Calendar;
  /** Of the book's delays and partial fills. */
  readonly seed: string;
}

/** Quotes older than this, run time, are no price for the paper book. */
const QUOTE_AGE_MS_MAX = 60_000;

/**
 * A paper venue whose book trades at the quotes that polls bring. The book goes by the instants of the engine's steps
 * and by nothing else, so that the same events make the same book again.
 */
export function createLocalPaperVenue(options: LocalPaperOptions): Venue {
  const { calendar, seed, name, contracts, prices, positions } = options;
  const board = createQuotedMarket({ quoteAgeMsMax: QUOTE_AGE_MS_MAX });
  const listing = createObservedListing();
  const instant = { atMs: -Infinity };
  const exchange = new Exchange({ market: board, listing, calendar, seed: `${seed}/paper-book` });
  return createPaperVenue({
    name,
    contracts,
    prices,
    positions,
    book: createPaperBook({ exchange, clock: { nowMs: () => instant.atMs } }),
    onInstant: (atMs) => {
      instant.atMs = atMs;
    },
    onContracts: listing.observe,
    onQuotes: (quotes) => {
      // What was due before these quotes came happens at those before.
      exchange.advanceTo(instant.atMs);
      board.observe(quotes, instant.atMs);
      exchange.pricesChanged(instant.atMs);
    },
  });
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
