import { z } from 'zod';

import { isRecord } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type ApiProblem } from './api-problem.ts';
import { type JsonRoute } from './api-route.ts';

/** Most of what is wrong that one refusal lists, and how long it may be. */
const WRONGS_MAX = 5;
const DETAIL_CHARS_MAX = 300;

type Issue = z.core.$ZodIssue;

/** What a request holds, by its schema; null for one that has to be empty. Else all that is wrong with it. */
export function checkedRequest(
  schema: JsonRoute['body'],
  given: unknown,
): Result<unknown, ApiProblem> {
  if (given === undefined) return refused('The body is not JSON');
  const parsed = (schema ?? z.strictObject({})).safeParse(given);
  if (parsed.success) return ok(schema === null ? null : parsed.data);
  const wrongs = parsed.error.issues
    .slice(0, WRONGS_MAX)
    .map((issue) => wrongIn(issue, schema, given));
  return refused(wrongs.join('; '));
}

function refused(detail: string): Result<never, ApiProblem> {
  return fail({ code: 'bad-request', detail: detail.slice(0, DETAIL_CHARS_MAX) });
}

function wrongIn(issue: Issue, schema: JsonRoute['body'], given: unknown): string {
  const key = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((name) => JSON.stringify(name)).join(', ');
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    return `Unknown: ${unknown}, allowed ${known.join(', ') || 'nothing'}`;
  }
  if (key !== '' && valueAt(given, issue.path) === undefined) return `"${key}" is missing`;
  return key === '' ? issue.message : `"${key}": ${issue.message}`;
}

function valueAt(given: unknown, path: Issue['path']): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) ? at[String(key)] : undefined), given);
}
