import { type Order } from '../../model/orders/order.ts';
import { type HostRole } from '../../ports/transport.ts';
import { behindSession, loginEndpoint } from './login-endpoint.ts';
import { ordersEndpoints } from './orders-endpoints.ts';
import { type Endpoint, type VisibleOrders, type PlatformParts } from './platform-parts.ts';
import { squareOffEndpoint, startPositionEndpoint } from './position-endpoints.ts';
import { contractsEndpoint, historyEndpoint, quotesEndpoint } from './prices-endpoints.ts';
import { Sessions } from './sessions.ts';
import { signalEndpoint } from './signal-endpoint.ts';
import {
  errorEnvelope,
  type SimulatedRequest,
  type SimulatedResponse,
} from './simulated-message.ts';

interface Route {
  readonly role: HostRole;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Ends in `/` where a parameter follows. */
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** The whole platform at the level of HTTP, without HTTP or waiting. Each request first brings positions and exchanges up to the clock. */
export class SimulatedPlatform {
  readonly #parts: PlatformParts;
  readonly #counts = new Map<string, number>();
  readonly #sessions: Sessions;
  /** Made with the first request: a backtest makes a platform for each day and sends it none. */
  #routes: readonly Route[] | null = null;

  constructor(parts: PlatformParts) {
    this.#parts = parts;
    this.#sessions = new Sessions(parts.seed);
  }

  /** Answers a request. `asSeen` changes what the answer shows of orders, never the orders. */
  handle(request: SimulatedRequest, asSeen: VisibleOrders = asTheyAre): SimulatedResponse {
    const nowMs = this.#parts.clock.nowMs();
    this.#parts.positions.advanceTo(nowMs);
    const { role, method, headers, body } = request;
    const [path = '', ...query] = request.path.split('?');
    this.#routes ??= routesOf(this.#parts, this.#sessions);
    const here = this.#routes.filter((route) => route.role === role && matches(route, path));
    const route = here.find((one) => one.method === method);
    const response =
      route === undefined
        ? notRouted(here)
        : route.endpoint({
            nowMs,
            query: new URLSearchParams(query.join('?')),
            headers,
            body,
            parameter: path.slice(route.path.length),
            asSeen,
          });
    const name = route === undefined ? 'unknown' : `${role} ${method} ${route.path}`;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return response;
  }

  nowMs(): number {
    return this.#parts.clock.nowMs();
  }

  /** The day's orders as they are, oldest first. */
  orders(): readonly Order[] {
    return this.#parts.exchange.orders();
  }

  /** The earlier snapshots of an order, oldest first. */
  pastOf(orderId: string): readonly Order[] {
    return this.#parts.exchange.pastOf(orderId);
  }

  /** Whether the orders endpoints would accept the session of a request. */
  isLetIn(headers: Readonly<Record<string, string>>): boolean {
    return this.#sessions.has(headers, this.nowMs());
  }

  /** Ends every session: its requests get 401. */
  endSessions(): void {
    this.#sessions.endAll();
  }

  /** Changes the CSRF value of a request's session; returns its `set-cookie` value, null without a session. */
  changeCsrf(headers: Readonly<Record<string, string>>): string | null {
    return this.#sessions.changeCsrf(headers);
  }

  /** How many requests each route got since the start, by `role METHOD path`. Unknown routes are counted together as `unknown`. */
  requestCounts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}

function asTheyAre(orders: readonly Order[]): readonly Order[] {
  return orders;
}

function matches(route: Route, path: string): boolean {
  if (!route.path.endsWith('/')) return path === route.path;
  return path.startsWith(route.path) && path.length > route.path.length;
}

function notRouted(here: readonly Route[]): SimulatedResponse {
  if (here.length === 0) return errorEnvelope(404, 'NOT_FOUND', 'There is no such path');
  const answer = errorEnvelope(405, 'METHOD_NOT_ALLOWED', 'The path has no such method');
  return {
    ...answer,
    headers: [...answer.headers, ['allow', here.map(({ method }) => method).join(', ')]],
  };
}

function routesOf(parts: PlatformParts, sessions: Sessions): readonly Route[] {
  const withSession = (endpoint: Endpoint): Endpoint => behindSession(sessions, endpoint);
  const orders = ordersEndpoints(parts);
  const positions = '/api/webhook/custom-position/execution';
  const route = (
    name: `${HostRole} ${Route['method']}`,
    path: string,
    endpoint: Endpoint,
  ): Route => {
    const [role, method] = name.split(' ') as [HostRole, Route['method']];
    return { role, method, path, endpoint };
  };
  return [
    route('auth POST', '/login', loginEndpoint(parts, sessions)),
    route('orders POST', '/place', withSession(orders.place)),
    route('orders PUT', '/modify', withSession(orders.modify)),
    route('orders POST', '/cancel', withSession(orders.cancel)),
    route('orders GET', '/today-orders', withSession(orders.today)),
    route('orders GET', '/order', withSession(orders.byId)),
    route('orders GET', '/orders-by-user-tag', withSession(orders.byTag)),
    route('prices GET', '/contracts', withSession(contractsEndpoint(parts))),
    route('prices GET', '/simulator/quotes', withSession(quotesEndpoint(parts))),
    route('prices GET', '/simulator/quotes/history', withSession(historyEndpoint(parts))),
    route('ordersWebhook POST', '/webhook/tv/tk-trade', signalEndpoint(parts)),
    route('webhook POST', `${positions}/start/live`, startPositionEndpoint(parts, 'live')),
    route('webhook POST', `${positions}/start/paper`, startPositionEndpoint(parts, 'paper')),
    route('webhook POST', `${positions}/square-off/`, squareOffEndpoint(parts)),
  ];
}
