import { errorEnvelope, json, type SimulatedResponse } from '../platform/simulated-message.ts';
import { type Fault } from './fault.ts';
import { type FaultName } from './fault-catalogue.ts';

/** An answer that something before the platform gives in its stead. */
export interface CannedAnswer {
  readonly response: SimulatedResponse;
  /** Whether the platform took the request before. */
  readonly isTaken: boolean;
}

/** What a locked or failing login answers. */
export const LOGIN_REFUSALS = {
  fails: errorEnvelope(401, 'INVALID_CREDENTIALS', 'Phone number or password is wrong'),
  locks: errorEnvelope(401, 'ACCOUNT_LOCKED', 'Too many logins: try again later'),
} as const;

/** The answers of F6, F7, F8, F14 and F32; null for other faults. */
export function cannedAnswer(fault: Fault): CannedAnswer | null {
  return CANNED[fault.name]?.(fault) ?? null;
}

const CANNED: Readonly<Partial<Record<FaultName, (fault: Fault) => CannedAnswer>>> = {
  F6: ({ variant, draw }) => {
    const [status = '500', when = 'before'] = variant.split('-');
    return { response: gateway(Number(status), draw), isTaken: when === 'after' };
  },
  F7: ({ variant, draw }) => {
    const isBare = variant !== 'message';
    const response = isBare ? gateway(503, draw) : json(503, { msg: 'Not available now' });
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
