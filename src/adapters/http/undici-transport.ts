import { Agent, type buildConnector, type Dispatcher, errors } from 'undici';

import {
  type HostRole,
  type Transport,
  type TransportRequest,
  type TransportResult,
} from '../../ports/transport.ts';
import { checkedConnector } from '../shared/checked-connector.ts';
import { type AddressReach } from '../shared/checked-reach.ts';
import { type BaseAddress, parseBaseAddress } from './base-address.ts';

/** How the transport reaches the platform. */
export interface HttpTransportOptions extends AddressReach {
  /** Base address of every role. Nothing else is ever contacted. */
  readonly origins: Readonly<Record<HostRole, string>>;
  readonly connectMs: number;
  /** From the call to the last byte of the answer, however slowly it drips. */
  readonly totalMs: number;
  /** Most bytes of an answer's body. */
  readonly bodyBytesMax: number;
}

/** A transport with connections of its own. */
export interface HttpTransport extends Transport {
  /** Ends all connections. A call under way becomes `interrupted`. */
  readonly close: () => Promise<void>;
}

const KEEP_ALIVE_MAX_MS = 60_000;
const HEADER_BYTES_MAX = 16_384;

/**
 * Carries requests over HTTP/1.1 with kept connections. Each call writes at most one request to at most one
 * socket: no redirects, no retries, no pipelining, no HTTP/2 (whose client sends again after GOAWAY).
 *
 * @throws {UnusableBaseAddress} when an origin is not https, nor http on loopback
 */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const addresses = new Map<string, BaseAddress>(
    Object.entries(options.origins).map(([role, text]) => [
      role,
      parseBaseAddress(role as HostRole, text),
    ]),
  );
  const neverConnected = new WeakSet<Error>();
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: HEADER_BYTES_MAX,
    maxResponseSize: options.bodyBytesMax,
    connect: connectorThatMarks(neverConnected, options),
  });

  const send = async (request: TransportRequest): Promise<TransportResult> => {
    const address = addresses.get(request.role);
    if (address === undefined) return notSent(`No address for host "${request.role}"`);
    const signal = AbortSignal.timeout(options.totalMs);
    let answer: Dispatcher.ResponseData | null = null;
    try {
      answer = await agent.request({
        origin: address.origin,
        path: address.prefix + request.path,
        method: request.method,
        headers: request.headers,
        body: request.body,
        signal,
      });
      const body = await answer.body.bytes();
      return { kind: 'response', status: answer.statusCode, headers: lines(answer.headers), body };
    } catch (error) {
      if (answer === null && isBeforeFirstByte(error, neverConnected)) {
        return notSent(describe(error));
      }
      return interrupted({ error, status: answer?.statusCode ?? null, signal, options });
    }
  };

  return { send, close: () => agent.destroy() };
}

/** Connects where it may, and marks the errors of it: they alone prove that no request was written. */
function connectorThatMarks(
  neverConnected: WeakSet<Error>,
  { connectMs, ...reach }: Pick<HttpTransportOptions, 'connectMs'> & AddressReach,
): buildConnector.connector {
  const connect = checkedConnector({ allowH2: false, timeout: connectMs }, reach);
  return (target, callback) => {
    connect(target, (...outcome) => {
      if (outcome[0] !== null) neverConnected.add(outcome[0]);
      callback(...outcome);
    });
  };
}

function isBeforeFirstByte(error: unknown, neverConnected: WeakSet<Error>): boolean {
  if (error instanceof errors.InvalidArgumentError) return true;
  return error instanceof Error && neverConnected.has(error);
}

function notSent(reason: string): TransportResult {
  return { kind: 'not-sent', reason };
}

function interrupted(at: {
  readonly error: unknown;
  readonly status: number | null;
  readonly signal: AbortSignal;
  readonly options: HttpTransportOptions;
}): TransportResult {
  const { error, status, signal, options } = at;
  const made = (
    reason: Extract<TransportResult, { kind: 'interrupted' }>['reason'],
    detail: string,
  ): TransportResult => ({ kind: 'interrupted', reason, status, detail });
  if (signal.aborted) {
    return made('timeout', `No complete answer within ${String(options.totalMs)} ms`);
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return made('body-too-large', `Body above ${String(options.bodyBytesMax)} bytes`);
  }
  // A content-length that does not match is only noticed at the end, possibly before the headers were handed over.
  const isBodyCut = status !== null || error instanceof errors.ResponseContentLengthMismatchError;
  return made(isBodyCut ? 'body-truncated' : 'connection-lost', describe(error));
}

/** The code and class of an error, never its text: texts of the network layer may repeat what was sent. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown failure';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return PLAIN[code] ?? `Network failure ${code}`;
}

const PLAIN: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused (ECONNREFUSED)',
  ENOTFOUND: 'Host name not found (ENOTFOUND)',
  ECONNRESET: 'Connection reset (ECONNRESET)',
  UND_ERR_CONNECT_TIMEOUT: 'No connection in time (UND_ERR_CONNECT_TIMEOUT)',
  UND_ERR_SOCKET: 'Connection closed by the other side (UND_ERR_SOCKET)',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'Body shorter or longer than announced',
  SAUDA_ADDRESS_REFUSED:
    'The host leads to a private or reserved address (see "network.privateHosts")',
  UND_ERR_INVALID_ARG: 'The request cannot be written (UND_ERR_INVALID_ARG)',
};

function lines(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): readonly (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((line) => [name, line] as const),
  );
}
