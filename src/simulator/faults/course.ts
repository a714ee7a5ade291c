import { type TransportResult } from '../../ports/transport.ts';
import { type SimulatedResponse } from '../platform/simulated-message.ts';
import { type Fault, type FaultName } from './fault-catalogue.ts';

/** The way of a request to the platform and of its answer back. */
export type Course =
  /** The answer comes back whole, delayed by this much. */
  | { readonly kind: 'whole'; readonly holdMs: number }
  /** Not a byte is written. */
  | { readonly kind: 'not-sent'; readonly how: 'refused' | 'connect-timeout' | 'tls' }
  /** No byte of an answer comes back. */
  | {
      readonly kind: 'lost';
      /** When it is taken: never, on arrival, or this much after its start. */
      readonly taken: 'never' | 'on-arrival' | number;
      readonly how: 'reset' | 'closed' | 'silence';
    }
  /** The answer starts and stops, after this share of its body: 0 to below 1. */
  | {
      readonly kind: 'cut';
      readonly framing: 'length' | 'chunked' | 'close';
      readonly share: number;
    }
  /** A byte now and then, without end. */
  | { readonly kind: 'drip' }
  /** More bytes than any client takes. */
  | { readonly kind: 'huge' };

/** The course of a request without a fault. */
export const UNDISTURBED: Course = { kind: 'whole', holdMs: 0 };

/** Bytes of the body of F12. */
export const HUGE_BODY_BYTES = 64 * 1_048_576;

/** The course of a request with a fault. */
export function courseOf(fault: Fault | null): Course {
  return fault === null ? UNDISTURBED : (COURSES[fault.name]?.(fault) ?? UNDISTURBED);
}

const COURSES: Readonly<Partial<Record<FaultName, (fault: Fault) => Course>>> = {
  F1: ({ variant }) => ({
    kind: 'not-sent',
    how: variant === 'connect-timeout' ? 'connect-timeout' : 'refused',
  }),
  F2: ({ variant }) => ({
    kind: 'lost',
    taken: 'never',
    how: variant === 'silence' ? 'silence' : 'reset',
  }),
  F3: () => ({ kind: 'lost', taken: 'on-arrival', how: 'reset' }),
  F4: () => ({ kind: 'lost', taken: 'on-arrival', how: 'silence' }),
  F5: ({ afterMs }) => ({ kind: 'lost', taken: afterMs, how: 'silence' }),
  F9: () => ({ kind: 'drip' }),
  F10: ({ variant, draw }) => ({
    kind: 'cut',
    framing: variant === 'chunked' || variant === 'close' ? variant : 'length',
    share: draw / 0x1_0000_0000,
  }),
  F12: () => ({ kind: 'huge' }),
  F15: () => ({ kind: 'lost', taken: 'never', how: 'closed' }),
  F18: () => ({ kind: 'not-sent', how: 'tls' }),
  F20: ({ variant, afterMs }) => ({
    kind: 'whole',
    holdMs: variant === 'overtaken' ? afterMs : 0,
  }),
};

/** Limits of the network's client. */
export interface ClientLimits {
  /** @default 5000 */
  readonly connectMs: number;
  /** From the start of a request to the last byte of its answer. @default 10000 */
  readonly totalMs: number;
  /** @default 33554432 */
  readonly bodyBytesMax: number;
}

/** The deadlines of the published client. */
export const CLIENT_LIMITS: ClientLimits = {
  connectMs: 5_000,
  totalMs: 10_000,
  bodyBytesMax: 33_554_432,
};

/** The client's result without a connection. */
export function notSent(how: Extract<Course, { kind: 'not-sent' }>['how']): TransportResult {
  return { kind: 'not-sent', reason: NOT_SENT[how] };
}

const NOT_SENT = {
  refused: 'Connection refused (ECONNREFUSED)',
  'connect-timeout': 'No connection in time (UND_ERR_CONNECT_TIMEOUT)',
  tls: 'Network failure ERR_TLS_CERT_ALTNAME_INVALID',
} as const;

/** The client's result when the connection ends without an answer. */
export function connectionLost(how: Extract<Course, { kind: 'lost' }>['how']): TransportResult {
  return interrupted('connection-lost', null, how === 'reset' ? RESET : CLOSED);
}

const RESET = 'Connection reset (ECONNRESET)';
const CLOSED = 'Connection closed by the other side (UND_ERR_SOCKET)';

/** The client's result when it gives up; the status where one had come. */
export function timedOut({ totalMs }: ClientLimits, status: number | null): TransportResult {
  return interrupted('timeout', status, `No complete answer within ${String(totalMs)} ms`);
}

/** The client's result for a body above its limit. */
export function tooLarge({ bodyBytesMax }: ClientLimits, status: number): TransportResult {
  return interrupted('body-too-large', status, `Body above ${String(bodyBytesMax)} bytes`);
}

/** The client's result for an answer that stops. Only the end of the connection ends a body framed by `close`. */
export function cutOff(
  { status, headers }: SimulatedResponse,
  body: Uint8Array,
  { framing, share }: Extract<Course, { kind: 'cut' }>,
): TransportResult {
  if (framing === 'close') {
    return { kind: 'response', status, headers, body: body.subarray(0, keptBytes(body, share)) };
  }
  const detail = framing === 'length' ? 'Body shorter or longer than announced' : CLOSED;
  return interrupted('body-truncated', status, detail);
}

type Interrupted = Extract<TransportResult, { kind: 'interrupted' }>;

function interrupted(
  reason: Interrupted['reason'],
  status: number | null,
  detail: string,
): Interrupted {
  return { kind: 'interrupted', reason, status, detail };
}

/** How many bytes of a body come: never all. */
export function keptBytes(body: Uint8Array, share: number): number {
  return Math.min(Math.floor(share * body.length), Math.max(0, body.length - 1));
}
