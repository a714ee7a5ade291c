import { createOrders } from '../adapters/platform/orders/orders.ts';
import { createLivePositions } from '../adapters/platform/webhooks/live-positions.ts';
import { createSignals } from '../adapters/platform/webhooks/signals.ts';
import { createLiveVenue } from './live-venue.ts';
import {
  type ConnectedVenue,
  NO_ACCESS_TOKEN,
  openConnection,
  type PlatformAccess,
  unconfigured,
} from './open-connection.ts';

const NO_WEBHOOK_TOKEN = unconfigured(
  'No webhook token is configured; set "platform.credentials.webhookToken"',
);

/** Composes a live run: every route, no restriction. */
export function connectLive(name: string, access: PlatformAccess): ConnectedVenue {
  const connection = openConnection(access, (transport) => transport);
  const { session, contracts, prices, transport } = connection;
  const { profile, credentials } = access;
  const { accessToken, webhookToken } = credentials;
  const venue = createLiveVenue({
    name,
    orders: createOrders({ session, profile }),
    contracts,
    prices,
    positions:
      accessToken === null
        ? { start: NO_ACCESS_TOKEN, squareOff: NO_ACCESS_TOKEN }
        : createLivePositions({ transport, profile, token: accessToken }),
    signals:
      webhookToken === null
        ? { send: NO_WEBHOOK_TOKEN }
        : createSignals({ transport, profile, token: webhookToken }),
  });
  return { venue, connection };
}
