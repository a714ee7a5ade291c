import { createOrders } from '../adapters/platform/orders/orders.ts';
import { createLivePositions } from '../adapters/platform/webhooks/live-positions.ts';
import { createSignals } from '../adapters/platform/webhooks/signals.ts';
import { type Venue } from '../kernel/venue.ts';
import { type Outcome } from '../ports/outcome.ts';
import { type LivePositions, type Signals } from '../ports/webhooks.ts';
import { createLiveVenue } from './live-venue.ts';
import { type Connection, openConnection, type PlatformAccess } from './open-connection.ts';

/** Composes a live run: every route, no restriction. */
export function connectLive(
  name: string,
  access: PlatformAccess,
): { readonly venue: Venue; readonly connection: Connection } {
  const connection = openConnection(access, (transport) => transport);
  const { session, contracts, prices } = connection;
  const venue = createLiveVenue({
    name,
    orders: createOrders({ session, profile: access.profile }),
    contracts,
    prices,
    positions: livePositions(access, connection),
    signals: signals(access, connection),
  });
  return { venue, connection };
}

function livePositions(
  { profile, credentials }: PlatformAccess,
  { transport }: Connection,
): LivePositions {
  const { accessToken: token } = credentials;
  if (token !== null) return createLivePositions({ transport, profile, token });
  const refused = unconfigured(
    'No access token is configured; set "platform.credentials.accessToken"',
  );
  return { start: refused, squareOff: refused };
}

function signals({ profile, credentials }: PlatformAccess, { transport }: Connection): Signals {
  const { webhookToken: token } = credentials;
  if (token !== null) return createSignals({ transport, profile, token });
  return {
    send: unconfigured('No webhook token is configured; set "platform.credentials.webhookToken"'),
  };
}

function unconfigured(reason: string): () => Promise<Outcome<never>> {
  return () => Promise.resolve({ kind: 'rejected', rejection: { form: 'not-sent', reason } });
}
