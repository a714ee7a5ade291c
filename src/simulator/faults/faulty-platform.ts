import { type Order } from '../../model/orders/order.ts';
import { type VisibleOrders } from '../platform/platform-parts.ts';
import {
  errorEnvelope,
  jsonAnswer,
  type SimulatedRequest,
  type SimulatedResponse,
} from '../platform/simulated-message.ts';
import { type SimulatedPlatform } from '../platform/simulated-platform.ts';
import { type Fault, faultKind, type FaultName, type FaultSink } from './fault-catalogue.ts';
import { type FaultPlan } from './fault-plan.ts';
import { faultyView } from './order-view.ts';
import { partBatch } from './part-batch.ts';
import { routeKind, type RouteKind } from './route-kind.ts';
import { spoilBody } from './spoil-body.ts';

/** What a faulty platform is made of. */
export interface FaultyPlatformOptions {
  readonly platform: SimulatedPlatform;
  /** Says which orders are seen late. */
  readonly plan: Pick<FaultPlan, 'visibilityLagMs'>;
  readonly counts: FaultSink;
}

/** No order is seen later than this after it was taken. */
const LAG_MS_MAX = faultKind('F23').afterMs?.[1] ?? 0;

/** The platform as requests with faults see it. Faults change its state only where they say so: sessions (F30, F31), untaken elements (F17). */
export class FaultyPlatform {
  readonly #on: FaultyPlatformOptions;
  readonly #platform: SimulatedPlatform;
  readonly #lagged = new Set<string>();
  #lockedUntilMs = -Infinity;

  constructor(options: FaultyPlatformOptions) {
    this.#on = options;
    this.#platform = options.platform;
  }

  /** Answers a request with its fault, if any. Faults of the network alone change nothing. */
  handle(request: SimulatedRequest, fault: Fault | null): SimulatedResponse {
    const kind = routeKind(request.method, request.path);
    if (kind === 'login' && this.#platform.nowMs() < this.#lockedUntilMs) {
      return LOGIN_REFUSALS.locks;
    }
    if (fault === null) return this.#platform.handle(request, this.#view(kind, null));
    const canned = CANNED[fault.name]?.(fault);
    if (canned !== undefined) {
      if (canned.isTaken) this.#platform.handle(request);
      if (fault.variant === 'locks') this.#lockedUntilMs = this.#platform.nowMs() + fault.afterMs;
      this.#note(fault);
      return canned.response;
    }
    if (fault.name === 'F17') return this.#handlePart(request, fault);
    return this.#handleWhole(request, kind, fault);
  }

  /** When reads of a kind next show an order that they hide, after an instant; null for none. */
  nextRevealMs(kind: RouteKind, afterMs: number): number | null {
    let nextMs: number | null = null;
    for (const order of this.#young(afterMs)) {
      const atMs = order.createdAtMs + this.#on.plan.visibilityLagMs(kind, order);
      if (atMs > afterMs && (nextMs === null || atMs < nextMs)) nextMs = atMs;
    }
    return nextMs;
  }

  #handleWhole(request: SimulatedRequest, kind: RouteKind, fault: Fault): SimulatedResponse {
    if (fault.name === 'F30') this.#platform.endSessions();
    const response = this.#platform.handle(request, this.#view(kind, fault));
    if (fault.name === 'F31') return this.#changeCsrf(request, response, fault);
    if (fault.name === 'F33') return this.#expireCookies(response, fault);
    const body = spoilBody(response.body, fault);
    if (fault.name === 'F30' || body !== response.body) this.#note(fault);
    return { ...response, body };
  }

  #handlePart(request: SimulatedRequest, fault: Fault): SimulatedResponse {
    const part = partBatch(request, fault.draw);
    if (part === null || !this.#platform.isLetIn(request.headers)) {
      return this.#platform.handle(request);
    }
    const response =
      part.request === null ? jsonAnswer(200, []) : this.#platform.handle(part.request);
    const body = response.status === 200 ? part.join(response.body) : null;
    if (body === null) return response;
    this.#note(fault);
    return { ...response, body };
  }

  #changeCsrf(
    request: SimulatedRequest,
    response: SimulatedResponse,
    fault: Fault,
  ): SimulatedResponse {
    const cookie = this.#platform.changeCsrf(request.headers);
    if (cookie === null) return response;
    this.#note(fault);
    if (fault.variant !== 'announced') return response;
    return { ...response, headers: [...response.headers, ['set-cookie', cookie]] };
  }

  #expireCookies(response: SimulatedResponse, fault: Fault): SimulatedResponse {
    const aheadMs = fault.variant === 'past' ? -60_000 : fault.afterMs;
    const expires = new Date(this.#platform.nowMs() + aheadMs).toUTCString();
    if (response.status === 200) this.#note(fault);
    const headers = response.headers.map(([name, value]) => {
      return [name, name === 'set-cookie' ? `${value}; Expires=${expires}` : value] as const;
    });
    return { ...response, headers };
  }

  #view(kind: RouteKind, fault: Fault | null): VisibleOrders {
    const nowMs = this.#platform.nowMs();
    const past = { nowMs, pastOf: (orderId: string) => this.#platform.pastOf(orderId) };
    const faulty = fault === null ? null : faultyView(fault, past);
    const seenAtMs = fault?.name === 'F21' ? nowMs - fault.afterMs : nowMs;
    return (orders) => {
      const seen = this.#seenAt(orders, kind, seenAtMs);
      if (fault === null || faulty === null) return seen;
      const shown = faulty(seen);
      if (!isSameList(shown, seen)) this.#note(fault);
      return shown;
    };
  }

  /** Without the orders that are still hidden. Only the youngest can be. */
  #seenAt(orders: readonly Order[], kind: RouteKind, atMs: number): readonly Order[] {
    const newest = orders.at(-1);
    if (newest === undefined || newest.createdAtMs + LAG_MS_MAX <= atMs) return orders;
    const seen = orders.filter((order) => {
      if (order.createdAtMs + LAG_MS_MAX <= atMs) return true;
      const lagMs = this.#on.plan.visibilityLagMs(kind, order);
      return lagMs === 0 || order.createdAtMs + lagMs <= atMs;
    });
    if (seen.length === orders.length) return orders;
    for (const order of orders) if (!seen.includes(order)) this.#noteLag(kind, order);
    return seen;
  }

  #young(atMs: number): readonly Order[] {
    const orders = this.#platform.orders();
    const first = orders.findLastIndex(({ createdAtMs }) => createdAtMs + LAG_MS_MAX <= atMs);
    return orders.slice(first + 1);
  }

  #noteLag(kind: RouteKind, { orderId }: Order): void {
    const id = `F23/${kind}/${orderId}`;
    if (this.#lagged.has(id)) return;
    this.#lagged.add(id);
    this.#on.counts.add('F23', id, this.#platform.nowMs());
  }

  #note({ name, id }: Fault): void {
    this.#on.counts.add(name, id, this.#platform.nowMs());
  }
}

function isSameList(left: readonly Order[], right: readonly Order[]): boolean {
  return left.length === right.length && left.every((order, index) => order === right[index]);
}

/** An answer of something in front of the platform. */
interface CannedAnswer {
  readonly response: SimulatedResponse;
  /** Whether the platform took the request before. */
  readonly isTaken: boolean;
}

/** What a locked or failing login answers. */
const LOGIN_REFUSALS = {
  fails: errorEnvelope(401, 'INVALID_CREDENTIALS', 'Phone number or password is wrong'),
  locks: errorEnvelope(401, 'ACCOUNT_LOCKED', 'Too many logins: try again later'),
} as const;

const CANNED: Readonly<Partial<Record<FaultName, (fault: Fault) => CannedAnswer>>> = {
  F6: ({ variant, draw }) => {
    const [status = '500', when = 'before'] = variant.split('-');
    return { response: gateway(Number(status), draw), isTaken: when === 'after' };
  },
  F7: ({ variant, draw }) => {
    const isBare = variant !== 'message';
    const response = isBare ? gateway(503, draw) : jsonAnswer(503, { msg: 'Not available now' });
    return { response, isTaken: variant === 'bare-after' };
  },
  F8: ({ variant, draw }) => {
    const answer = errorEnvelope(429, 'TOO_MANY_REQUESTS', 'Too many requests');
    if (variant === 'bare') return { response: answer, isTaken: false };
    const headers = [...answer.headers, ['retry-after', String(1 + (draw % 60))] as const];
    return { response: { ...answer, headers }, isTaken: false };
  },
  F14: ({ variant }) => {
    const [status = '302', when = 'before'] = variant.split('-');
    const headers = [['location', 'https://login.example.test/sign-in'] as const];
    return { response: { status: Number(status), headers, body: '' }, isTaken: when === 'after' };
  },
  F32: ({ variant }) => ({
    response: LOGIN_REFUSALS[variant === 'locks' ? 'locks' : 'fails'],
    isTaken: false,
  }),
};

const PAGES: Readonly<Record<number, string>> = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Time-out',
};

/** A page of the server before the platform, or an empty body. */
function gateway(status: number, draw: number): SimulatedResponse {
  const title = `${String(status)} ${PAGES[status] ?? ''}`;
  const body = (draw & 2) === 0 ? `<html><body><h1>${title}</h1></body></html>` : '';
  return { status, headers: [['content-type', 'text/html']], body };
}
