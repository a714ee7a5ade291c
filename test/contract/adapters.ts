import { createSession } from '../../src/adapters/platform/auth/session.ts';
import { createContracts } from '../../src/adapters/platform/contracts/contracts.ts';
import { createOrders } from '../../src/adapters/platform/orders/orders.ts';
import { createLivePositions } from '../../src/adapters/platform/webhooks/live-positions.ts';
import { createPaperPositions } from '../../src/adapters/platform/webhooks/paper-positions.ts';
import { createSignals } from '../../src/adapters/platform/webhooks/signals.ts';
import { createHttpQuotes } from '../../src/adapters/prices/http-quotes.ts';
import { Secret } from '../../src/base/secret.ts';
import { type Auth } from '../../src/ports/auth.ts';
import { type Clock } from '../../src/ports/clock.ts';
import { type Contracts } from '../../src/ports/contracts.ts';
import { type Orders } from '../../src/ports/orders.ts';
import { type Outcome } from '../../src/ports/outcome.ts';
import { type Prices } from '../../src/ports/prices.ts';
import { type Transport, type TransportRequest } from '../../src/ports/transport.ts';
import { type LivePositions, type PaperPositions, type Signals } from '../../src/ports/webhooks.ts';
import { loadProfile } from '../../src/settings/profile.ts';

export interface Credentials {
  readonly phoneNumber: string;
  readonly password: string;
  readonly webhookToken: string;
  readonly accessToken: string;
}

/** All adapters over one transport and one session, and the requests that they sent. */
export interface Adapters {
  readonly auth: Auth;
  /** Writes that meet no session wait for the login and are tried once more, so that tests need not log in first. */
  readonly orders: Orders;
  /** Writes as they are: answered at once where there is no session. */
  readonly impatientOrders: Orders;
  readonly contracts: Contracts;
  readonly prices: Prices;
  readonly livePositions: LivePositions;
  readonly paperPositions: PaperPositions;
  readonly signals: Signals;
  readonly sent: readonly TransportRequest[];
  /** `POST /place`: method and path without the query, in the order they were sent. */
  readonly routes: () => readonly string[];
}

export function connectAdapters(options: {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly profileOverrides?: unknown;
}): Adapters {
  const sent: TransportRequest[] = [];
  const transport: Transport = {
    send: (request) => {
      sent.push(request);
      return options.transport.send(request);
    },
  };
  const profile = loadProfile('openbroker', options.profileOverrides);
  const { clock, credentials } = options;
  const session = createSession({
    transport,
    profile,
    clock,
    credentials: {
      phoneNumber: new Secret(credentials.phoneNumber),
      password: new Secret(credentials.password),
    },
  });
  const access = { transport, profile, token: new Secret(credentials.accessToken) };
  const orders = createOrders({ session, profile });
  return {
    auth: session,
    orders: patient(orders, session),
    impatientOrders: orders,
    contracts: createContracts({ session, profile }),
    prices: createHttpQuotes({
      transport: { send: (request) => session.send(request, 'read') },
    }),
    livePositions: createLivePositions(access),
    paperPositions: createPaperPositions(access),
    signals: createSignals({ ...access, token: new Secret(credentials.webhookToken) }),
    sent,
    routes: () => sent.map(({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`),
  };
}

function patient(orders: Orders, auth: Auth): Orders {
  const again = async <Value>(write: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
    const outcome = await write();
    if (outcome.kind !== 'rejected' || outcome.rejection.form !== 'not-sent') return outcome;
    if (outcome.rejection.isTransient !== true) return outcome;
    await auth.login();
    return write();
  };
  return {
    ...orders,
    place: (request) => again(() => orders.place(request)),
    modify: (elements) => again(() => orders.modify(elements)),
    cancel: (orderIds) => again(() => orders.cancel(orderIds)),
  };
}
