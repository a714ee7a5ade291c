import { type Attempt, type PollRequest } from '../engine/effect.ts';
import { type AttemptResult } from '../engine/event.ts';
import { type PollAnswer, type Venue } from '../kernel/venue.ts';
import { ContractDirectory } from '../market/contract-directory.ts';
import { type Listing, type Market } from '../market/market.ts';
import { type Bar, type HistoryAsked } from '../model/market/bar.ts';
import { type Contract } from '../model/market/contract.ts';
import { type ComingQuotes, type Quote } from '../model/market/quote.ts';
import { istDate, type IstDate } from '../model/time/ist.ts';
import { type Clock } from '../ports/clock.ts';
import { type Orders } from '../ports/orders.ts';
import { type Outcome, type Synchronous } from '../ports/outcome.ts';
import { NO_HISTORY_ANSWER } from '../ports/prices.ts';
import { type PaperPositions } from '../ports/webhooks.ts';
import { bookAttempt, refusedOnPaper } from '../venues/paper-venue.ts';

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
  /** Whether it tells of prices to come. Not for days with a journal, which cannot keep them. @default false */
  readonly tellsComing?: boolean;
}

/**
 * Behind a backtest: recorded or generated prices and the simulator's book. It answers without a promise, and knows
 * until when its answers stay as they are.
 */
export function createBacktestVenue(ports: BacktestPorts): Venue {
  const prices = createPricesNow(ports);
  return {
    name: ports.name,
    attempt: (attempt) => attemptAtOnce(ports, attempt),
    poll: (poll) =>
      poll.subject === 'quotes'
        ? quotesAtOnce(ports, prices, poll.symbols)
        : pollAtOnce(ports, poll),
  };
}

function quotesAtOnce(
  { clock, tellsComing = false }: BacktestPorts,
  prices: PricesNow,
  symbols: readonly string[],
): PollAnswer {
  const quotes = prices.quotes(symbols);
  const coming = tellsComing && quotes.length === symbols.length ? prices.coming(symbols) : null;
  return {
    subject: 'quotes',
    outcome: accepted(quotes),
    holdsUntilMs: prices.nextChangeMs(symbols, clock.nowMs()) ?? Infinity,
    ...(coming === null ? {} : { coming }),
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

interface PricesNow {
  readonly quotes: (symbols: readonly string[]) => readonly Quote[];
  readonly nextChangeMs: (symbols: readonly string[], afterMs: number) => number | null;
  /** Null where a price may be missing unforeseen. */
  readonly coming: (symbols: readonly string[]) => ComingQuotes | null;
}

/** What a list of symbols means on a date. */
interface Asked {
  readonly symbols: readonly string[];
  readonly date: IstDate;
  /** An underlying's name is its index; what nobody lists is left out. */
  readonly targets: readonly (string | Contract)[];
  readonly underlyings: readonly string[];
}

/** What answers with the prices of symbols at the clock's time. The engine asks for one list many times in a row. */
function createPricesNow({ market, listing, clock }: BacktestPorts): PricesNow {
  const directory = new ContractDirectory(listing);
  const indices = new Set(listing.underlyings);
  let last: Asked | null = null;
  const asked = (symbols: readonly string[]): Asked => {
    const date = istDate(clock.nowMs());
    if (last?.symbols === symbols && last.date === date) return last;
    const targets = symbols.flatMap((symbol) =>
      indices.has(symbol) ? symbol : (directory.find(symbol, date) ?? []),
    );
    const names = targets.map((target) =>
      typeof target === 'string' ? target : target.underlying,
    );
    last = { symbols, date, targets, underlyings: [...new Set(names)] };
    return last;
  };
  return {
    quotes: (symbols) => {
      const atMs = clock.nowMs();
      const quotes: Quote[] = [];
      for (const target of asked(symbols).targets) {
        const quote = quoteOf(market, target, atMs);
        if (quote !== null) quotes.push(quote);
      }
      return quotes;
    },
    nextChangeMs: (symbols, afterMs) => nextChangeMs(market, asked(symbols).underlyings, afterMs),
    coming: (symbols) => comingQuotes(market, asked(symbols)),
  };
}

function nextChangeMs(
  market: Market,
  underlyings: readonly string[],
  afterMs: number,
): number | null {
  let nextMs: number | null = null;
  for (const underlying of underlyings) {
    const changeMs = market.nextChangeMs(underlying, afterMs);
    if (changeMs !== null && (nextMs === null || changeMs < nextMs)) nextMs = changeMs;
  }
  return nextMs;
}

/** What later polls for the same list would bring. */
function comingQuotes(market: Market, { targets, underlyings }: Asked): ComingQuotes | null {
  const { unbrokenUntilMs } = market;
  if (unbrokenUntilMs === undefined) return null;
  const targetsByName = new Map(targets.map((target) => [nameOf(target), target]));
  return {
    at: (symbol, atMs) => {
      const target = targetsByName.get(symbol);
      return target === undefined ? null : quoteOf(market, target, atMs);
    },
    nextChangeMs: (afterMs) => nextChangeMs(market, underlyings, afterMs),
    unbrokenUntilMs: (fromMs) =>
      Math.min(...underlyings.map((underlying) => unbrokenUntilMs(underlying, fromMs))),
  };
}

function nameOf(target: string | Contract): string {
  return typeof target === 'string' ? target : target.symbol;
}

function quoteOf(market: Market, target: string | Contract, atMs: number): Quote | null {
  return typeof target === 'string' ? market.index(target, atMs) : market.quote(target, atMs);
}
