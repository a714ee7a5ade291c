import { type z } from 'zod';
import { fail, ok, type Result } from '../../base/result.ts';

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
