import { type Transport } from '../../ports/transport.ts';

/** A transport that remembers which routes were asked for, and how often. */
export interface CountedTransport extends Transport {
  /** By `role METHOD /path`, without query, in the order of the first request. */
  readonly routes: () => readonly { readonly route: string; readonly count: number }[];
}

/** Routes told apart; what comes after them is counted as one. */
const ROUTES_MAX = 200;
const OTHERS = 'others';

/** Counts the requests that really go to `transport`. */
export function countRoutes(transport: Transport): CountedTransport {
  const counts = new Map<string, number>();
  return {
    send: (request) => {
      const name = `${request.role} ${request.method} ${request.path.split('?', 1)[0] ?? ''}`;
      const route = counts.has(name) || counts.size < ROUTES_MAX ? name : OTHERS;
      counts.set(route, (counts.get(route) ?? 0) + 1);
      return transport.send(request);
    },
    routes: () => Array.from(counts, ([route, count]) => ({ route, count })),
  };
}
