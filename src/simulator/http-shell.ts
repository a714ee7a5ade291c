import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';

import { ok, type Result } from '../base/result.ts';
import { HOST_ROLES, type HostRole } from '../ports/transport.ts';
import { UNDISTURBED } from './faults/course.ts';
import { FaultyService, type ServedFaults, type ServedTrip } from './faults/faulty-service.ts';
import {
  dateHeader,
  errorEnvelope,
  type SimulatedRequest,
  type SimulatedResponse,
} from './platform/simulated-message.ts';
import { type SimulatedPlatform } from './platform/simulated-platform.ts';

/** What {@link serveSimulator} needs. */
export interface ServeOptions {
  readonly platform: SimulatedPlatform;
  /** A port for each role. @default free ones */
  readonly ports?: Partial<Readonly<Record<HostRole, number>>>;
  /** @default 127.0.0.1 */
  readonly host?: string;
  readonly limits?: Partial<ConnectionLimits>;
  /** Faults to inject; without it the header `x-sauda-fault` is ignored. */
  readonly faults?: ServedFaults;
}

/** Limits of a port, so that hanging or silent clients cannot exhaust it. */
export interface ConnectionLimits {
  /** A connection without a request, after its first. @default 60000 */
  readonly keepAliveMs: number;
  /** From the start of a connection, or of a request, until its head is whole; then 408 and the end. @default 10000 */
  readonly headMs: number;
  /** Until the body is whole too; then 408 and the end. @default 30000 */
  readonly requestMs: number;
  /** Without a byte either way. @default 120000 */
  readonly silentMs: number;
  /** Connections of a port; further ones are closed unread. @default 256 */
  readonly connectionsMax: number;
}

/** A simulator that listens. */
export interface ServedSimulator {
  /** Base address of each role, without a slash at the end. */
  readonly addresses: Readonly<Record<HostRole, string>>;
  readonly close: () => Promise<void>;
}

/** Path prefix of the orders host, as the platform has one. */
const PREFIXES: Readonly<Record<HostRole, string>> = {
  auth: '',
  orders: '/api/orders',
  prices: '',
  ordersWebhook: '',
  webhook: '',
};
const BODY_BYTES_MAX = 1_048_576;
const CONNECTION_LIMITS: ConnectionLimits = {
  keepAliveMs: 60_000,
  headMs: 10_000,
  requestMs: 30_000,
  silentMs: 120_000,
  connectionsMax: 256,
};

/** Serves a simulated platform over HTTP, one port for each host role. */
export async function serveSimulator(options: ServeOptions): Promise<ServedSimulator> {
  const host = options.host ?? '127.0.0.1';
  const servers = new Map<HostRole, Server>();
  const { platform, faults } = options;
  const service = faults === undefined ? null : new FaultyService(platform, faults);
  const close = async (): Promise<void> => {
    await Promise.all([...servers.values()].map(closeServer));
  };
  try {
    for (const role of HOST_ROLES) {
      const server = limitedServer(options.limits, (request, response) => {
        // Its own: Node would send the machine's.
        response.setHeader(...dateHeader(platform.nowMs()));
        void answer({ role, platform, service }, request, response);
      });
      servers.set(role, server);
      await listen(server, options.ports?.[role] ?? 0, host);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const addressOf = (role: HostRole): string => {
    const address = servers.get(role)?.address() as AddressInfo;
    const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return `http://${name}:${String(address.port)}${PREFIXES[role]}`;
  };
  const addresses = HOST_ROLES.map((role) => [role, addressOf(role)] as const);
  return { addresses: Object.fromEntries(addresses) as Record<HostRole, string>, close };
}

function limitedServer(limits: Partial<ConnectionLimits> = {}, listener: RequestListener): Server {
  const { keepAliveMs, headMs, requestMs, silentMs, connectionsMax } = {
    ...CONNECTION_LIMITS,
    ...limits,
  };
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(headMs, 1_000),
    },
    listener,
  );
  server.timeout = silentMs;
  server.maxConnections = connectionsMax;
  return server;
}

/** The answers of the platform to one role, and the faults of its requests. */
interface Served {
  readonly role: HostRole;
  readonly platform: SimulatedPlatform;
  readonly service: FaultyService | null;
}

/** A request that has arrived; without a head it is outside the role's path. */
interface Arrived {
  readonly head: Omit<SimulatedRequest, 'body'> | null;
  readonly body: string | null;
  readonly trip: Result<ServedTrip, SimulatedResponse>;
  readonly socket: Socket;
}

const UNDISTURBED_TRIP: Arrived['trip'] = ok({ fault: null, course: UNDISTURBED });

async function answer(
  served: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { role, service } = served;
  const head = headOf(role, request);
  const trip = (head === null ? null : service?.receive(head)) ?? UNDISTURBED_TRIP;
  if (trip.ok && service?.lose(trip.value, request.socket) === true) return;
  const body = await readBody(request);
  if (body.kind === 'cut-off') return;
  if (body.kind === 'refused') {
    // The rest of the body is unread, so the connection cannot carry another request.
    response.setHeader('connection', 'close');
    write(response, body.response);
    return;
  }
  const arrived = { head, body: body.text, trip, socket: request.socket };
  const answered = await answerOf(served, arrived);
  if (answered !== null) write(response, answered);
}

/** Null when the answer was written already. */
async function answerOf(
  { platform, service }: Served,
  { head, body, trip, socket }: Arrived,
): Promise<SimulatedResponse | null> {
  if (head === null) return errorEnvelope(404, 'NOT_FOUND', 'There is no such path');
  if (!trip.ok) return trip.error;
  const whole = { ...head, body };
  return service === null ? platform.handle(whole) : service.answer(whole, trip.value, socket);
}

/** Null outside the role's path. */
function headOf(role: HostRole, request: IncomingMessage): Arrived['head'] {
  const prefix = PREFIXES[role];
  const url = request.url ?? '';
  if (!url.startsWith(`${prefix}/`)) return null;
  const path = url.slice(prefix.length);
  return { role, method: request.method ?? '', path, headers: headersOf(request) };
}

type ReadBody =
  | { readonly kind: 'read'; readonly text: string | null }
  | { readonly kind: 'refused'; readonly response: SimulatedResponse }
  | { readonly kind: 'cut-off' };

async function readBody(request: IncomingMessage): Promise<ReadBody> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > BODY_BYTES_MAX) {
        const limit = String(BODY_BYTES_MAX);
        const message = `Body must be at most ${limit} bytes`;
        return { kind: 'refused', response: errorEnvelope(413, 'BODY_TOO_LARGE', message) };
      }
    }
  } catch {
    return { kind: 'cut-off' };
  }
  if (bytes === 0) return { kind: 'read', text: null };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { kind: 'read', text: decoder.decode(Buffer.concat(chunks)) };
  } catch {
    const response = errorEnvelope(400, 'BAD_REQUEST', 'Body is not UTF-8');
    return { kind: 'refused', response };
  }
}

function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  const entries = Object.entries(request.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return Object.fromEntries(entries);
}

function write(response: ServerResponse, { status, headers, body }: SimulatedResponse): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
  const bytes = Buffer.from(body);
  response.setHeader('content-length', bytes.length);
  response.writeHead(status);
  response.end(bytes);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
