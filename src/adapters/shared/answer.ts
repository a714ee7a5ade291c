import { z } from 'zod';

import { fail, ok, type Result } from '../../base/result.ts';
import { type Profile } from '../../model/orders/platform-profile.ts';
import { type Outcome, type Rejection, type UnknownCause } from '../../ports/outcome.ts';
import { type TransportResult } from '../../ports/transport.ts';
import { asBuffer, parseJsonBody } from './json-body.ts';
import { type Scrub, scrubJson } from './scrub.ts';

/** The bodies of refusals. `any-object`: any object that does not claim success. */
export type ErrorForm = 'validation' | 'error-envelope' | 'message' | 'any-object';

/** Longest excerpt of an undocumented body. */
const EXCERPT_LENGTH_MAX = 200;

/** What an endpoint's answers mean. */
export interface AnswerRules {
  /** Documented error statuses and their bodies. */
  readonly errors: ReadonlyMap<number, ErrorForm>;
  /** Undocumented statuses that the profile calls certain rejections. */
  readonly certainStatuses: readonly number[];
  readonly scrub: Scrub;
}

/** The rules of a platform's endpoint, with the errors that it documents. @default those of login and contracts */
export function answerRules(
  { rejections }: Profile,
  scrub: Scrub,
  errors: Iterable<readonly [status: number, form: ErrorForm]> = SESSION_ERRORS,
): AnswerRules {
  return { errors: new Map(errors), certainStatuses: rejections.certainStatuses, scrub };
}

const SESSION_ERRORS = [
  [400, 'error-envelope'],
  [401, 'error-envelope'],
] as const;

/** An outcome that is not accepted. */
export type Failure = Exclude<Outcome<never>, { kind: 'accepted' }>;

/** The whole body of a 200, or the failure. */
export function successBody(result: TransportResult, rules: AnswerRules): Result<Buffer, Failure> {
  switch (result.kind) {
    case 'not-sent': {
      const { kind, reason, ...when } = result;
      return fail(rejected({ form: kind, reason: rules.scrub(reason), ...when }));
    }
    case 'interrupted': {
      const { reason, status, detail } = result;
      return fail(unknown({ reason, status, detail: rules.scrub(detail) }));
    }
    case 'response': {
      const body = asBuffer(result.body);
      return result.status === 200 ? ok(body) : fail(readError(result.status, body, rules));
    }
  }
}

/** Reads an answer whose success is JSON. `read` says what is wrong with a body of another shape. */
export function readAnswer<Value>(
  result: TransportResult,
  rules: AnswerRules,
  read: (body: unknown) => Result<Value, string>,
): Outcome<Value> {
  const body = successBody(result, rules);
  if (!body.ok) return body.error;
  const parsed = parseJsonBody(body.value);
  if (!parsed.ok) return malformed(200, parsed.error);
  const value = read(parsed.value);
  return value.ok ? { kind: 'accepted', value: value.value } : malformed(200, value.error);
}

/** An outcome that the request certainly had no effect. */
export function rejected(rejection: Rejection): Failure {
  return { kind: 'rejected', rejection };
}

/** An outcome that leaves open whether the request had an effect. */
export function unknown(cause: UnknownCause): Failure {
  return { kind: 'unknown', cause };
}

/** A body that is not what the interface documents for its status. */
export function malformed(status: number, detail: string): Failure {
  return unknown({ reason: 'body-malformed', status, detail });
}

/** A body of the documented shape that answers something else than what was asked. */
export function mismatch(detail: string): Failure {
  return unknown({ reason: 'response-mismatch', status: 200, detail });
}

function readError(status: number, body: Buffer, rules: AnswerRules): Failure {
  if (status >= 300 && status < 400) {
    return unknown({ reason: 'redirected', status, detail: 'Redirects are not followed' });
  }
  const form = rules.errors.get(status);
  if (form !== undefined) {
    const parsed = parseJsonBody(body);
    const rejection = parsed.ok ? readRejection(form, status, parsed.value) : null;
    if (rejection !== null) return rejected(scrubbed(rejection, rules.scrub));
    return malformed(status, `The body is not the documented one: ${form}`);
  }
  if (rules.certainStatuses.includes(status)) {
    return rejected({ form: 'message', status, msg: 'Refused before it was taken' });
  }
  return unknown({ reason: 'unexpected-status', status, detail: 'Not documented here' });
}

function readRejection(form: ErrorForm, status: number, body: unknown): Rejection | null {
  switch (form) {
    case 'validation': {
      const read = validationErrorWire.safeParse(body);
      return read.success ? { form, status, detail: read.data.detail } : null;
    }
    case 'error-envelope': {
      const read = errorEnvelopeWire.safeParse(body);
      if (!read.success) return null;
      const { code, message, details } = read.data.error;
      return { form, status, code, message, details: details ?? null };
    }
    case 'message': {
      const read = messageWire.safeParse(body);
      return read.success ? { form, status, msg: read.data.msg } : null;
    }
    case 'any-object':
      return readAnyObject(status, body);
  }
}

/** In the words of a documented form where it has one. */
function readAnyObject(status: number, body: unknown): Rejection | null {
  for (const form of ['validation', 'error-envelope', 'message'] as const) {
    const read = readRejection(form, status, body);
    if (read !== null) return read;
  }
  return refusalOf(status, body);
}

/** Null for what says nothing, or says yes as well: an identifier, or success. */
function refusalOf(status: number, body: unknown): Rejection | null {
  const read = refusalWire.safeParse(body);
  if (!read.success || Object.keys(read.data).length === 0) return null;
  const text = JSON.stringify(read.data);
  const isLong = text.length > EXCERPT_LENGTH_MAX;
  const msg = isLong ? `${text.slice(0, EXCERPT_LENGTH_MAX)}…` : text;
  return { form: 'message', status, msg };
}

function scrubbed(rejection: Rejection, scrub: Scrub): Rejection {
  switch (rejection.form) {
    case 'validation':
      return {
        ...rejection,
        detail: rejection.detail.map(({ loc, msg, type }) => ({
          loc: loc.map((step) => (typeof step === 'string' ? scrub(step) : step)),
          msg: scrub(msg),
          type: scrub(type),
        })),
      };
    case 'error-envelope':
      return {
        ...rejection,
        code: scrub(rejection.code),
        message: scrub(rejection.message),
        details: scrubJson(rejection.details, scrub),
      };
    case 'message':
      return { ...rejection, msg: scrub(rejection.msg) };
    case 'invalid-request':
    case 'not-sent':
    case 'refused-by-mode':
      return rejection;
  }
}

/** The error envelope of login, contracts, trade signal and square-off. */
const errorEnvelopeWire = z.object({
  success: z.literal(false).default(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.json().nullish(),
  }),
});

/** The validation error of the orders endpoints. An empty list would say that nothing is wrong. */
const validationErrorWire = z.object({
  detail: z
    .array(
      z.object({
        loc: z.array(z.union([z.string(), z.number()])),
        msg: z.string(),
        type: z.string(),
      }),
    )
    .min(1),
});

/** What a position start answers outside the activation window. */
const messageWire = z.object({ msg: z.string() });

/** A refusal in words of its own: any object that claims no success. */
const refusalWire = z
  .record(z.string(), z.json())
  .refine((said) => !('id' in said) && (said['success'] ?? false) === false);

/** The outcome of a request that fails its check and is not sent. Values are not repeated. */
export function invalidRequest(error: z.ZodError): Failure {
  const problems = error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  return rejected({ form: 'invalid-request', problems });
}
