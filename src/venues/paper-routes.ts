import {
  type HostRole,
  type Transport,
  type TransportRequest,
  type TransportResult,
} from '../ports/transport.ts';

/** A route: method, host role, and the path without its query. */
interface Route {
  readonly method: TransportRequest['method'];
  readonly roles: readonly HostRole[];
  readonly path: string;
}

/** All that a paper run may ask of a platform. Anything that is not in this table does not leave the process. */
const PAPER_ROUTES: readonly Route[] = [
  { method: 'POST', roles: ['auth'], path: '/login' },
  { method: 'GET', roles: ['prices'], path: '/contracts' },
  { method: 'GET', roles: ['prices'], path: '/simulator/quotes' },
  { method: 'GET', roles: ['prices'], path: '/simulator/quotes/history' },
  {
    method: 'POST',
    roles: ['webhook', 'ordersWebhook'],
    path: '/api/webhook/custom-position/execution/start/paper',
  },
];

/**
 * Lets through what is on the paper table and refuses the rest before a byte is written. The path is compared
 * as text: an encoded, doubled or dotted form of a listed path is not listed.
 */
export function restrictToPaperRoutes(transport: Transport): Transport {
  return {
    send: (request) => (isPaperRoute(request) ? transport.send(request) : refuse(request)),
  };
}

/** Whether a request is on the paper table. */
export function isPaperRoute(request: Pick<TransportRequest, 'method' | 'role' | 'path'>): boolean {
  const path = request.path.split('?', 1)[0];
  return PAPER_ROUTES.some(
    (route) =>
      route.method === request.method && route.path === path && route.roles.includes(request.role),
  );
}

function refuse({ method, role, path }: TransportRequest): Promise<TransportResult> {
  const route = `${method} ${path.split('?', 1)[0] ?? ''}`;
  return Promise.resolve({
    kind: 'not-sent',
    reason: `Paper mode has no route "${route}" on host "${role}"`,
  });
}
