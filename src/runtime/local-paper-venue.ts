import { type Calendar } from '../model/calendar.ts';
import { type Contract } from '../model/contract.ts';
import { Exchange } from '../simulator/exchange/exchange.ts';
import { type Listing } from '../simulator/market/market.ts';
import { createQuoteBoard } from '../simulator/market/quote-board.ts';
import { createPaperBook } from '../simulator/paper-book.ts';
import { createPaperVenue, type PaperPorts } from './paper-venue.ts';
import { type Venue } from './venue.ts';

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
  const board = createQuoteBoard({ quoteAgeMsMax: QUOTE_AGE_MS_MAX });
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
