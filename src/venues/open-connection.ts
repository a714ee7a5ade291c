import { type CountedTransport, countRoutes } from '../adapters/http/route-counter.ts';
import { createHttpTransport } from '../adapters/http/undici-transport.ts';
import { createSession } from '../adapters/platform/auth/session.ts';
import { createContracts } from '../adapters/platform/contracts/contracts.ts';
import { createHttpQuotes } from '../adapters/prices/http-quotes.ts';
import { createJsonlQuotes } from '../adapters/prices/jsonl-file.ts';
import { type PlatformSession } from '../adapters/shared/session.ts';
import { type Secret } from '../base/secret.ts';
import { hearDates, type PlatformClock } from '../kernel/platform-clock.ts';
import { type Profile } from '../model/orders/platform-profile.ts';
import { type Clock } from '../ports/clock.ts';
import { type Contracts } from '../ports/contracts.ts';
import { type Prices } from '../ports/prices.ts';
import { type HostRole, type Transport, type TransportResult } from '../ports/transport.ts';
import { type PricesChoice } from '../settings/settings.ts';

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
  /** Hears what time it is at the platform. @default nothing does */
  readonly platformClock?: PlatformClock;
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
  const http = createHttpTransport({ origins: hosts, ...limitsOf(profile) });
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

function limitsOf({ deadlines, limits }: Profile): {
  connectMs: number;
  totalMs: number;
  bodyBytesMax: number;
} {
  return { ...deadlines, bodyBytesMax: limits.bodyBytesMax };
}

interface OpenedPrices {
  readonly prices: Prices;
  readonly close: () => Promise<void>;
}

const NOTHING_TO_CLOSE = (): Promise<void> => Promise.resolve();

function openPrices({ prices, profile }: PlatformAccess, session: PlatformSession): OpenedPrices {
  switch (prices.kind) {
    case 'simulator': {
      const transport: Transport = { send: (request) => session.send(request, 'read') };
      return { prices: createHttpQuotes({ transport }), close: NOTHING_TO_CLOSE };
    }
    case 'http': {
      const { origin, pathname } = new URL(prices.url);
      const origins = { auth: origin, orders: origin, prices: origin };
      const all = { ...origins, ordersWebhook: origin, webhook: origin };
      const http = createHttpTransport({ origins: all, ...limitsOf(profile) });
      const transport = nameHosts(http, () => ({ address: origin, key: 'prices.http' }));
      return { prices: createHttpQuotes({ transport, path: pathname }), close: http.close };
    }
    case 'file':
      return { prices: createJsonlQuotes({ path: prices.path }), close: NOTHING_TO_CLOSE };
    case 'none':
      return { prices: noPrices(), close: NOTHING_TO_CLOSE };
  }
}

function noPrices(): Prices {
  const reason = 'No price source is configured; set "prices" in the configuration';
  return {
    quotes: () => Promise.resolve({ kind: 'rejected', rejection: { form: 'not-sent', reason } }),
  };
}

/** Where a host is, and where that is written. */
export interface NamedHost {
  readonly address: string;
  /** Key of the configuration: `platform.hosts.auth`. */
  readonly key: string;
}

/** A transport whose failures say which host they are about: its role, its address and the key that names it. */
function nameHosts(transport: Transport, hostOf: (role: HostRole) => NamedHost): Transport {
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
