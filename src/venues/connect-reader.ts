import { createOrders } from '../adapters/platform/orders/orders.ts';
import { systemClock } from '../adapters/system/machine-time.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Auth } from '../ports/auth.ts';
import { type Orders } from '../ports/orders.ts';
import { describeFailure, type Outcome, type Rejection } from '../ports/outcome.ts';
import { type Transport } from '../ports/transport.ts';
import { loadProfile } from '../settings/profile.ts';
import { type Settings } from '../settings/settings.ts';
import {
  type Connection,
  loginOf,
  openConnection,
  type PlatformAccess,
} from './open-connection.ts';
import { refusal, type RunRefusal } from './run-refusal.ts';

/** A platform to look at. It can log in and read; it has no way to write. */
export interface PlatformReader extends Pick<Connection, 'contracts' | 'prices' | 'close'> {
  readonly auth: Auth;
  readonly orders: Pick<Orders, 'today' | 'byId' | 'byTag'>;
}

/**
 * Connects to the configured platform for reading.
 *
 * @param heard - the clock of requests, and what hears the platform's; by default the machine's, and nothing
 * @throws {ConfigurationError} when the profile cannot be used
 */
export function connectReader(
  settings: Settings,
  heard: Pick<PlatformAccess, 'clock' | 'platformClock'> = { clock: systemClock },
): Result<PlatformReader, RunRefusal> {
  if (settings.venue.kind === 'simulator') {
    return refusal('configuration', 'No hosts are configured, so there is no platform to ask', {
      file: settings.file,
      allowed: 'platform.hosts, all five',
      next: 'sauda sim prints the hosts of a simulator',
    });
  }
  const { hosts } = settings.venue;
  const login = loginOf(settings.venue, settings.file);
  if (!login.ok) return login;
  const profile = loadProfile(settings.profile.nameOrPath, settings.profile.overrides);
  const { session, contracts, prices, close } = openConnection(
    {
      hosts,
      profile,
      credentials: login.value,
      prices: settings.prices,
      privateHosts: settings.privateHosts,
      ...heard,
    },
    restrictToReading,
  );
  const orders = createOrders({ session, profile });
  return ok({ auth: session, orders, contracts, prices, close });
}

function restrictToReading(transport: Transport): Transport {
  return {
    send: (request) =>
      request.method === 'GET' || (request.role === 'auth' && request.path === '/login')
        ? transport.send(request)
        : Promise.resolve({ kind: 'not-sent', reason: 'This connection only reads' }),
  };
}

/** Why a question to the platform has no answer. */
export interface Unanswered {
  /** `usage`: the platform, or we before it, found the question itself wrong. */
  readonly kind: 'usage' | 'authentication' | 'platform-unavailable';
  readonly problems: readonly Problem[];
}

/** The value of an accepted outcome, or why there is none. `question` names it: `Cannot list contracts`. */
export function answered<Value>(
  outcome: Outcome<Value>,
  question: string,
): Result<Value, Unanswered> {
  if (outcome.kind === 'accepted') return ok(outcome.value);
  const kind = outcome.kind === 'unknown' ? 'platform-unavailable' : kindOf(outcome.rejection);
  return fail({
    kind,
    problems: [
      problem(`${question}: ${describeFailure(outcome)}`, {
        next: kind === 'authentication' ? 'Check platform.credentials, then: sauda login' : null,
      }),
    ],
  });
}

function kindOf(rejection: Rejection): Unanswered['kind'] {
  if (rejection.form === 'not-sent' || rejection.form === 'refused-by-mode') {
    return 'platform-unavailable';
  }
  if (rejection.form === 'invalid-request') return 'usage';
  if (rejection.status === 401 || rejection.status === 403) return 'authentication';
  return rejection.status < 500 ? 'usage' : 'platform-unavailable';
}
