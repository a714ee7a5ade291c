import { z } from 'zod';

import { type Json } from '../../base/json.ts';
import { type Outcome, type UnknownCause } from '../../ports/outcome.ts';
import { type TransportResult } from '../../ports/transport.ts';

/** What a price server answered: JSON to be read, or what its failure comes to. */
export type Answer =
  | { readonly kind: 'answered'; readonly value: Json }
  | Exclude<Outcome<never>, { readonly kind: 'accepted' }>;

const envelope = z.object({
  success: z.literal(false).default(false),
  error: z.object({ code: z.string(), message: z.string(), details: z.json().optional() }),
});

/** Tells an answer from everything else. `what` is asked for, with a capital: `Quotes`. */
export function answerOf(result: TransportResult, what: string): Answer {
  if (result.kind === 'not-sent') {
    const { kind, ...why } = result;
    return { kind: 'rejected', rejection: { form: kind, ...why } };
  }
  if (result.kind === 'interrupted') {
    const { reason, status, detail } = result;
    return { kind: 'unknown', cause: { reason, status, detail } };
  }
  const { status } = result;
  const body = jsonOf(result.body);
  if (status !== 200) return refused(status, body?.value ?? null, what);
  return body === null
    ? unreadable('body-malformed', 200, `${what} are not JSON`)
    : { kind: 'answered', value: body.value };
}

function refused(status: number, body: Json, what: string): Exclude<Answer, { kind: 'answered' }> {
  if (status >= 300 && status < 400) {
    return unreadable('redirected', status, `${what} are not followed to another address`);
  }
  const refusal = envelope.safeParse(body);
  if (status < 400 || status >= 500 || !refusal.success) {
    return unreadable('unexpected-status', status, `Wanted 200 with ${what.toLowerCase()}`);
  }
  const { code, message, details } = refusal.data.error;
  return {
    kind: 'rejected',
    rejection: { form: 'error-envelope', status, code, message, details: details ?? null },
  };
}

/** An answer that cannot be read. */
export function unreadable(
  reason: UnknownCause['reason'],
  status: number,
  detail: string,
): Extract<Outcome<never>, { kind: 'unknown' }> {
  return { kind: 'unknown', cause: { reason, status, detail } };
}

function jsonOf(bytes: Uint8Array): { readonly value: Json } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: JSON.parse(text) as Json };
  } catch {
    return null;
  }
}
