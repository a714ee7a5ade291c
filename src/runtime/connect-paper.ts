import { createPaperPositions } from '../adapters/platform/webhooks/paper-positions.ts';
import { type Calendar } from '../model/calendar.ts';
import { type Contract } from '../model/contract.ts';
import { type PaperPositions } from '../ports/webhooks.ts';
import { Exchange } from '../simulator/exchange/exchange.ts';
import { createQuoteBoard } from '../simulator/market/quote-board.ts';
import { type Listing } from '../simulator/market/market.ts';
import { createPaperBook } from '../simulator/paper-book.ts';
import { type Connection, openConnection, type PlatformAccess } from './open-connection.ts';
import { restrictToPaperRoutes } from './paper-routes.ts';
import { createPaperVenue } from './paper-venue.ts';
import { type Venue } from './venue.ts';

/** What a paper connection needs besides access. */
export interface PaperOptions {
  readonly name: string;
  readonly access: PlatformAccess;
  readonly calendar: Calendar;
  /** Of the book's delays and partial fills. */
  readonly seed: string;
}

/** A venue and what must be closed after it. */
export interface ConnectedVenue {
  readonly venue: Venue;
  readonly connection: Connection;
}

/** Quotes older than this, run time, are no price for the paper book. */
const QUOTE_AGE_MS_MAX = 60_000;

/**
 * Composes a paper run. Nothing that could place, modify, cancel or square off live is imported here, and what is
 * imported sends through the paper routes only.
 */
export function connectPaper(options: PaperOptions): ConnectedVenue {
  const { access, calendar, seed, name } = options;
  const connection = openConnection(access, restrictToPaperRoutes);
  const board = createQuoteBoard({ quoteAgeMsMax: QUOTE_AGE_MS_MAX });
  const listing = createObservedListing();
  const { clock } = access;
  const exchange = new Exchange({ market: board, listing, calendar, seed: `${seed}/paper-book` });
  const venue = createPaperVenue({
    name,
    contracts: {
      list: async (underlying) => {
        const outcome = await connection.contracts.list(underlying);
        if (outcome.kind === 'accepted') listing.observe(underlying, outcome.value.contracts);
        return outcome;
      },
    },
    prices: connection.prices,
    positions: paperPositions(access, connection),
    book: createPaperBook({ exchange, clock }),
    onQuotes: (quotes) => {
      board.observe(quotes, clock.nowMs());
      exchange.pricesChanged(clock.nowMs());
    },
  });
  return { venue, connection };
}

function paperPositions(
  { profile, credentials }: PlatformAccess,
  { transport }: Connection,
): PaperPositions {
  const { accessToken: token } = credentials;
  if (token !== null) return createPaperPositions({ transport, profile, token });
  const reason = 'No access token is configured; set "platform.credentials.accessToken"';
  return {
    start: () => Promise.resolve({ kind: 'rejected', rejection: { form: 'not-sent', reason } }),
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
