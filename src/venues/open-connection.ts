import { type CountedTransport, countRoutes } from '../adapters/http/route-counter.ts';
import { createHttpTransport } from '../adapters/http/undici-transport.ts';
import { createSession } from '../adapters/platform/auth/session.ts';
import { createContracts } from '../adapters/platform/contracts/contracts.ts';
import { createHttpQuotes } from '../adapters/prices/http-quotes.ts';
import { createJsonlQuotes } from '../adapters/prices/jsonl-file.ts';
import { type PlatformSession } from '../adapters/shared/session.ts';
import { ok, type Result } from '../base/result.ts';
import { type Secret } from '../base/secret.ts';
import { hearDates, type PlatformClock } from '../kernel/platform-clock.ts';
import { type Venue } from '../kernel/venue.ts';
import { type Profile } from '../model/orders/platform-profile.ts';
import { type Clock } from '../ports/clock.ts';
import { type Contracts } from '../ports/contracts.ts';
import { type Outcome } from '../ports/outcome.ts';
import { type Prices } from '../ports/prices.ts';
import { type HostRole, type Transport, type TransportResult } from '../ports/transport.ts';
import { type PricesChoice, type Settings } from '../settings/settings.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';

/** How a platform is reached, and as whom. */
export interface PlatformAccess {
  readonly hosts: Readonly<Record<HostRole, string>>;
  readonly profile: Profile;
  readonly credentials: {
    readonly phoneNumber: Secret;
    readonly password: Secret;
    readonly webhookToken: Secret | null;
    readonly accessToken: Secret | null;
  };
  readonly prices: PricesChoice;
  readonly clock: Clock;
  /** Hosts that may be on a private network. @default none */
  readonly privateHosts?: readonly string[];
  /** Hears what time it is at the platform. @default nothing does */
  readonly platformClock?: PlatformClock;
}

/** A venue and what must be closed after it. */
export interface ConnectedVenue {
  readonly venue: Venue;
  readonly connection: Connection;
}

/** What both modes need of a platform. */
export interface Connection {
  /** Everything goes through it, so its counts are all requests that were made. */
  readonly transport: CountedTransport;
  readonly session: PlatformSession;
  readonly contracts: Contracts;
  readonly prices: Prices;
  readonly close: () => Promise<void>;
}

/**
 * Opens connections to a platform. `restrict` stands between the adapters and the network: what it does not pass on
 * does not leave the process.
 */
export function openConnection(
  access: PlatformAccess,
  restrict: (transport: Transport) => Transport,
): Connection {
  const { hosts, profile, credentials, clock } = access;
  const http = createHttpTransport({ origins: hosts, ...limitsOf(access) });
  const named = nameHosts(heard(http, access), (role) => ({
    address: hosts[role],
    key: `platform.hosts.${role}`,
  }));
  const counted = countRoutes(named);
  const transport: CountedTransport = { ...restrict(counted), routes: counted.routes };
  const session = createSession({ transport, profile, credentials, clock });
  const prices = openPrices(access, session);
  return {
    transport,
    session,
    contracts: createContracts({ session, profile }),
    prices: prices.prices,
    close: async () => {
      await Promise.all([http.close(), prices.close()]);
    },
  };
}

function heard(transport: Transport, { clock, platformClock }: PlatformAccess): Transport {
  if (platformClock === undefined) return transport;
  return hearDates(transport, { clock, onDate: platformClock.take.bind(platformClock) });
}

function limitsOf({ profile, privateHosts = [] }: PlatformAccess) {
  const { deadlines, limits } = profile;
  return { ...deadlines, bodyBytesMax: limits.bodyBytesMax, privateHosts };
}

const NOTHING_TO_CLOSE = (): Promise<void> => Promise.resolve();

function openPrices(
  access: PlatformAccess,
  session: PlatformSession,
): Pick<Connection, 'prices' | 'close'> {
  const { prices } = access;
  switch (prices.kind) {
    case 'simulator': {
      const transport: Transport = { send: (request) => session.send(request, 'read') };
      return { prices: createHttpQuotes({ transport }), close: NOTHING_TO_CLOSE };
    }
    case 'http': {
      const { origin, pathname } = new URL(prices.url);
      const origins = { auth: origin, orders: origin, prices: origin };
      const all = { ...origins, ordersWebhook: origin, webhook: origin };
      const http = createHttpTransport({ origins: all, ...limitsOf(access) });
      const transport = nameHosts(http, () => ({ address: origin, key: 'prices.http' }));
      return { prices: createHttpQuotes({ transport, path: pathname }), close: http.close };
    }
    case 'file':
      return { prices: createJsonlQuotes({ path: prices.path }), close: NOTHING_TO_CLOSE };
    case 'none':
      return { prices: NO_PRICES, close: NOTHING_TO_CLOSE };
  }
}

const NO_PRICES: Prices = {
  quotes: unconfigured('No price source is configured; set "prices" in the configuration'),
};

/** A call that is refused, since what it needs is not configured. */
export function unconfigured(reason: string): () => Promise<Outcome<never>> {
  return () => Promise.resolve({ kind: 'rejected', rejection: { form: 'not-sent', reason } });
}

/** What stands in for positions of the platform without an access token. */
export const NO_ACCESS_TOKEN = unconfigured(
  'No access token is configured; set "platform.credentials.accessToken"',
);

/** The credentials of a platform that is logged in to; or the refusal of a configuration that lacks some. */
export function loginOf(
  { credentials }: Extract<Settings['venue'], { kind: 'platform' }>,
  file: Settings['file'],
): Result<PlatformAccess['credentials'], RunRefusal> {
  const { phoneNumber, password } = credentials;
  if (phoneNumber !== null && password !== null) {
    return ok({ ...credentials, phoneNumber, password });
  }
  return refusal('configuration', 'Cannot log in without a phone number and a password', {
    file,
    allowed: 'platform.credentials.phoneNumber and .password, each {env: NAME} or {file: PATH}',
  });
}

/** A transport whose failures say which host they are about: its role, its address and the key that names it. */
function nameHosts(
  transport: Transport,
  /** Where a host is, and the key of the configuration that says so: `platform.hosts.auth`. */
  hostOf: (role: HostRole) => { readonly address: string; readonly key: string },
): Transport {
  return {
    send: async (request) => {
      const { role } = request;
      const { address, key } = hostOf(role);
      return named(await transport.send(request), `${role} host ${address}, "${key}"`);
    },
  };
}

function named(result: TransportResult, host: string): TransportResult {
  switch (result.kind) {
    case 'response':
      return result;
    case 'not-sent':
      return { ...result, reason: `${result.reason} at ${host}` };
    case 'interrupted':
      return { ...result, detail: `${result.detail} at ${host}` };
  }
}
