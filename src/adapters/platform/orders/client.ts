import { type TransportResult } from '../../../ports/transport.ts';
import { type Session } from '../../shared/session.ts';

/** The endpoints of the orders host, one method each. Bodies are checked before, answers after. */
export interface OrdersClient {
  readonly place: (body: unknown) => Promise<TransportResult>;
  readonly modify: (body: unknown) => Promise<TransportResult>;
  readonly cancel: (body: unknown) => Promise<TransportResult>;
  readonly todayOrders: () => Promise<TransportResult>;
  readonly order: (query: URLSearchParams) => Promise<TransportResult>;
  readonly ordersByUserTag: (query: URLSearchParams) => Promise<TransportResult>;
}

/** Makes the client on a session. Nothing that writes is sent twice. */
export function createOrdersClient(session: Session): OrdersClient {
  const write = (method: 'POST' | 'PUT', path: string, body: unknown): Promise<TransportResult> =>
    session.send(
      {
        role: 'orders',
        method,
        path,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      'write',
    );
  const read = (path: string): Promise<TransportResult> =>
    session.send(
      { role: 'orders', method: 'GET', path, headers: { accept: 'application/json' }, body: null },
      'read',
    );
  return {
    place: (body) => write('POST', '/place', body),
    modify: (body) => write('PUT', '/modify', body),
    cancel: (body) => write('POST', '/cancel', body),
    todayOrders: () => read('/today-orders'),
    order: (query) => read(`/order?${query.toString()}`),
    ordersByUserTag: (query) => read(`/orders-by-user-tag?${query.toString()}`),
  };
}
