import { type z } from 'zod';
import { fail, ok, type Result } from '../../base/result.ts';
import { type SimulatedResponse, validationError } from './simulated-message.ts';
import { validationDetail } from './validation-detail.ts';

/** A JSON body, or null when it is missing or no JSON. */
export function readJson(body: string | null): { readonly value: unknown } | null {
  if (body === null || body === '') return null;
  try {
    return { value: JSON.parse(body) as unknown };
  } catch {
    return null;
  }
}

/** A JSON body that keeps to a schema, or one line about the first thing that is wrong. */
export function readBody<Value>(
  schema: z.ZodType<Value>,
  body: string | null,
): Result<Value, string> {
  const read = readJson(body);
  if (read === null) return fail('Body is not JSON');
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** A JSON body that keeps to a schema, or the 422 that says what is wrong with it. */
export function readValidBody<Value>(
  schema: z.ZodType<Value>,
  body: string | null,
): Result<Value, SimulatedResponse> {
  const read = readJson(body);
  if (read === null) {
    const isMissing = body === null || body === '';
    const [msg, type] = isMissing
      ? ['Field required', 'missing']
      : ['JSON decode error', 'json_invalid'];
    return fail(validationError([{ loc: ['body'], msg, type }]));
  }
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return ok(parsed.data);
  return fail(validationError(validationDetail(parsed.error.issues, read.value)));
}
