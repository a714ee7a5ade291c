import { createOrders } from '../adapters/platform/orders/orders.ts';
import { systemClock } from '../adapters/system/system-clock.ts';
import { ok, type Result } from '../base/result.ts';
import { type Auth } from '../ports/auth.ts';
import { type Contracts } from '../ports/contracts.ts';
import { type Orders } from '../ports/orders.ts';
import { type Prices } from '../ports/prices.ts';
import { type Transport } from '../ports/transport.ts';
import { loadProfile } from '../settings/profile.ts';
import { type Settings } from '../settings/settings.ts';
import { openConnection } from './open-connection.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';

/** A platform to look at. It can log in and read; it has no way to write. */
export interface PlatformReader {
  readonly auth: Auth;
  readonly orders: Pick<Orders, 'today' | 'byId' | 'byTag'>;
  readonly contracts: Contracts;
  /** Quotes of the configured source. */
  readonly prices: Prices;
  readonly close: () => Promise<void>;
}

/**
 * Connects to the configured platform for reading.
 *
 * @throws {ConfigurationError} when the profile cannot be used
 */
export function connectReader(settings: Settings): Result<PlatformReader, RunRefusal> {
  if (settings.venue.kind === 'simulator') {
    return refusal('configuration', 'No hosts are configured, so there is no platform to ask', {
      file: settings.file,
      allowed: 'platform.hosts, all five',
      next: 'sauda sim prints the hosts of a simulator',
    });
  }
  const { hosts, credentials } = settings.venue;
  const { phoneNumber, password } = credentials;
  if (phoneNumber === null || password === null) {
    return refusal('configuration', 'Cannot log in without a phone number and a password', {
      file: settings.file,
      allowed: 'platform.credentials.phoneNumber and .password, each {env: NAME} or {file: PATH}',
    });
  }
  const profile = loadProfile(settings.profile.nameOrPath, settings.profile.overrides);
  const { session, contracts, prices, close } = openConnection(
    {
      hosts,
      profile,
      credentials: { ...credentials, phoneNumber, password },
      prices: settings.prices,
      clock: systemClock,
    },
    restrictToReading,
  );
  return ok({
    auth: session,
    orders: createOrders({ session, profile }),
    contracts,
    prices,
    close,
  });
}

function restrictToReading(transport: Transport): Transport {
  return {
    send: (request) =>
      request.method === 'GET' || (request.role === 'auth' && request.path === '/login')
        ? transport.send(request)
        : Promise.resolve({ kind: 'not-sent', reason: 'This connection only reads' }),
  };
}
