import { createSession } from '../../adapters/platform/auth/session.ts';
import { createContracts } from '../../adapters/platform/contracts/contracts.ts';
import { createOrders } from '../../adapters/platform/orders/orders.ts';
import { createLivePositions } from '../../adapters/platform/webhooks/live-positions.ts';
import { createSignals } from '../../adapters/platform/webhooks/signals.ts';
import { Secret } from '../../base/secret.ts';
import { type PollResult } from '../../engine/event.ts';
import { type Profile } from '../../model/profile.ts';
import { type Clock } from '../../ports/clock.ts';
import { type Prices } from '../../ports/prices.ts';
import { type Transport } from '../../ports/transport.ts';
import { createLiveVenue } from '../live-venue.ts';
import { type Venue } from '../venue.ts';
import { type DrillPrices } from './drill-prices.ts';
import { type Machine } from './machine.ts';

/** What opens the account in a drill. */
export interface DrillCredentials {
  readonly phoneNumber: string;
  readonly password: string;
  readonly webhookToken: string;
  readonly accessToken: string;
}

/** Parts of what one life of a process trades through. */
export interface DrillVenueParts {
  readonly transport: Transport;
  readonly profile: Profile;
  readonly credentials: DrillCredentials;
  readonly prices: DrillPrices;
  readonly machine: Machine;
  /** Whether a poll of the prices that starts now fails. */
  readonly hasNoPrices: () => boolean;
}

/** Composes the live adapters over the drill's transport. Prices come from the market itself, at once. */
export function createDrillVenue(parts: DrillVenueParts): Venue {
  const { transport, profile, credentials, machine } = parts;
  const clock: Clock = { nowMs: machine.wallMs };
  const session = createSession({
    transport,
    profile,
    clock,
    credentials: {
      phoneNumber: new Secret(credentials.phoneNumber),
      password: new Secret(credentials.password),
    },
  });
  const live = createLiveVenue({
    name: 'drill',
    orders: createOrders({ session, profile }),
    contracts: createContracts({ session, profile }),
    prices: NO_PRICES,
    positions: createLivePositions({
      transport,
      profile,
      token: new Secret(credentials.accessToken),
    }),
    signals: createSignals({ transport, profile, token: new Secret(credentials.webhookToken) }),
  });
  return {
    name: live.name,
    attempt: live.attempt,
    poll: (poll, atMs) =>
      poll.subject === 'quotes' ? pollQuotes(parts, poll.symbols) : live.poll(poll, atMs),
  };
}

const NO_PRICES: Prices = {
  quotes: () =>
    Promise.resolve({ kind: 'rejected', rejection: { form: 'not-sent', reason: 'No network' } }),
};

function pollQuotes(
  { prices, hasNoPrices }: DrillVenueParts,
  symbols: readonly string[],
): PollResult {
  const subject = 'quotes';
  if (hasNoPrices()) {
    const cause = { reason: 'timeout', status: null, detail: 'No answer in time' } as const;
    return { subject, outcome: { kind: 'unknown', cause } };
  }
  return { subject, outcome: { kind: 'accepted', value: prices.quotes(symbols) } };
}
