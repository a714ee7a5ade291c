import { createPaperPositions } from '../adapters/platform/webhooks/paper-positions.ts';
import { type Venue } from '../kernel/venue.ts';
import { type Calendar } from '../model/time/calendar.ts';
import { type PaperPositions } from '../ports/webhooks.ts';
import { type Connection, openConnection, type PlatformAccess } from './open-connection.ts';
import { restrictToPaperRoutes } from './paper-routes.ts';
import { createLocalPaperVenue } from './paper-venue.ts';

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

/**
 * Composes a paper run. Nothing that could place, modify, cancel or square off live is imported here, and what is
 * imported sends through the paper routes only.
 */
export function connectPaper(options: PaperOptions): ConnectedVenue {
  const { access, calendar, seed, name } = options;
  const connection = openConnection(access, restrictToPaperRoutes);
  const venue = createLocalPaperVenue({
    name,
    calendar,
    seed,
    contracts: connection.contracts,
    prices: connection.prices,
    positions: paperPositions(access, connection),
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
