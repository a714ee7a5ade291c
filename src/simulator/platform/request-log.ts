import { type HostRole } from '../../ports/transport.ts';

/** A request that the platform has answered. */
export interface LoggedRequest {
  readonly role: HostRole;
  readonly method: string;
  /** Without the query, which may carry a token. */
  readonly path: string;
  readonly atMs: number;
  readonly status: number;
}

const KEPT_MAX = 10_000;

/** The last requests, and how many there were of each route since the start. */
export class RequestLog {
  #kept: LoggedRequest[] = [];
  readonly #counts = new Map<string, number>();

  /** Notes a request. */
  add(request: LoggedRequest, route: string): void {
    this.#kept.push(request);
    // Cut in halves, so that the cost of forgetting is spread over many requests.
    if (this.#kept.length >= 2 * KEPT_MAX) this.#kept = this.#kept.slice(KEPT_MAX);
    this.#counts.set(route, (this.#counts.get(route) ?? 0) + 1);
  }

  /** The last requests, oldest first: at most 10,000. */
  requests(): readonly LoggedRequest[] {
    return this.#kept.slice(-KEPT_MAX);
  }

  /** Requests by route: `orders POST /place`. Unknown routes are counted together as `unknown`. */
  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
