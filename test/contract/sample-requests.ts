import {
  createHttpTransport,
  type HttpTransport,
} from '../../src/adapters/http/undici-transport.ts';
import { HOST_ROLES, type HostRole, type TransportRequest } from '../../src/ports/transport.ts';

/** Requests with secrets in every place that could leak. */
export const GET: TransportRequest = {
  role: 'orders',
  method: 'GET',
  path: '/today-orders',
  headers: { cookie: 'session=canary-cookie', 'x-csrf-token-access': 'canary-csrf' },
  body: null,
};
export const POST: TransportRequest = {
  ...GET,
  method: 'POST',
  path: '/place',
  headers: { ...GET.headers, 'content-type': 'application/json' },
  body: '{"password":"canary-body"}',
};
export const PUT: TransportRequest = { ...POST, method: 'PUT', path: '/modify' };

/** A transport that reaches one origin for every role; `await using` ends it. */
export function transportTo(origin: string, totalMs = 2_000): HttpTransport & AsyncDisposable {
  const origins = Object.fromEntries(HOST_ROLES.map((role) => [role, origin]));
  const transport = createHttpTransport({
    origins: origins as Record<HostRole, string>,
    connectMs: 1_000,
    totalMs,
    bodyBytesMax: 4_096,
  });
  return { ...transport, [Symbol.asyncDispose]: transport.close };
}
