import { z } from 'zod';

import { parsedJson } from '../../base/json.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { LIMITS } from '../../exchange/request-limits.ts';
import {
  type SimulatedResponse,
  type ValidationDetail,
  validationError,
} from './simulated-message.ts';
import { isoInstantMs } from '../../model/time/instant.ts';

/** A JSON body that fits a schema, or one line about the first thing that is wrong. */
export function readBody<Value>(
  schema: z.ZodType<Value>,
  body: string | null,
): Result<Value, string> {
  const value = parsedJson(body ?? '');
  if (value === undefined) return fail('Body is not JSON');
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** A JSON body that fits a schema, or the 422 that says what is wrong with it. */
export function readValidBody<Value>(
  schema: z.ZodType<Value>,
  body: string | null,
): Result<Value, SimulatedResponse> {
  const value = parsedJson(body ?? '');
  if (value === undefined) {
    const [msg, type] =
      (body ?? '') === '' ? ['Field required', 'missing'] : ['JSON decode error', 'json_invalid'];
    return fail(validationError([{ loc: ['body'], msg, type }]));
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  return fail(validationError(validationDetail(parsed.error.issues, value)));
}

type Issue = z.core.$ZodIssue;
type Words = readonly [type: string, msg: string];

const TYPE_WORDS: Readonly<Record<string, Words>> = {
  string: ['string_type', 'Input should be a valid string'],
  int: ['int_type', 'Input should be a valid integer'],
  number: ['float_type', 'Input should be a valid number'],
  array: ['list_type', 'Input should be a valid list'],
  record: ['dict_type', 'Input should be a valid dictionary'],
  object: ['model_attributes_type', 'Input should be a valid dictionary or object'],
};

/** What is wrong with a body, as the platform's orders endpoints report it: the first 100 findings. */
function validationDetail(issues: readonly Issue[], body: unknown): readonly ValidationDetail[] {
  const { detailsMax } = LIMITS;
  const details = issues.slice(0, detailsMax).flatMap((issue) => {
    const loc = ['body', ...issue.path.map(locationPart)];
    if (issue.code === 'unrecognized_keys') {
      const [type, msg] = ['extra_forbidden', 'Extra inputs are not permitted'];
      return issue.keys.slice(0, detailsMax).map((key) => ({ loc: [...loc, key], msg, type }));
    }
    const [type, msg] = isMissing(body, issue.path)
      ? (['missing', 'Field required'] as const)
      : wordsOf(issue);
    return [{ loc, msg, type }];
  });
  return details.slice(0, detailsMax);
}

function wordsOf(issue: Issue): Words {
  if (issue.code === 'invalid_type') {
    return TYPE_WORDS[issue.expected] ?? ['type_error', issue.message];
  }
  if (issue.code === 'too_small' || issue.code === 'too_big') return sizeWords(issue);
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map((value) => `'${String(value)}'`).join(' or ');
    return ['enum', `Input should be ${allowed}`];
  }
  return formatWords(issue);
}

function formatWords(issue: Issue): Words {
  if (issue.code === 'invalid_format') {
    if (issue.format !== 'regex') return ['uuid_parsing', 'Input should be a valid UUID'];
    const pattern = (issue.pattern ?? '').replace(/^\/|\/$/g, '');
    return ['string_pattern_mismatch', `String should match pattern '${pattern}'`];
  }
  if (issue.code === 'invalid_union') {
    return ['union_tag_invalid', 'Input tag does not match any of the expected tags'];
  }
  const expected = issue.code === 'custom' ? String(issue.params?.['expected']) : '';
  return TYPE_WORDS[expected] ?? ['value_error', `Value error, ${issue.message}`];
}

function sizeWords(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): Words {
  const limit = String(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  const bound = issue.code === 'too_small' ? 'least' : 'most';
  const word = issue.code === 'too_small' ? 'short' : 'long';
  if (issue.origin === 'string') {
    return [`string_too_${word}`, `String should have at ${bound} ${limit} characters`];
  }
  if (issue.origin === 'array') {
    return [`too_${word}`, `List should have at ${bound} ${limit} items after validation`];
  }
  return ['number_out_of_range', `Input should be at ${bound} ${limit}`];
}

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    if (!Object.hasOwn(value, key)) return true;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return false;
}

function locationPart(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

/** A list of `min` to `max` elements. A list that is too long is refused before its elements are read. */
export function boundedList<Element>(
  element: z.ZodType<Element>,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): z.ZodType<Element[]> {
  return z.array(z.unknown()).min(min).max(max).pipe(z.array(element));
}

/** An object that may have further properties where the simulator is lenient, else none. */
export function openObject<Shape extends z.ZodRawShape>(
  shape: Shape,
  isLenient: boolean,
): z.ZodObject<Shape> {
  return isLenient ? z.object(shape) : z.strictObject(shape);
}

const EPOCH = /^\d{9,13}(?:\.\d{1,6})?$/;
/** Numbers from here on are milliseconds, below seconds: it is the year 5138 in seconds and 1973 in milliseconds. */
const MILLISECONDS_FROM = 100_000_000_000;

/** Epoch milliseconds of a date-time (IST where it has no offset) or of epoch seconds or milliseconds; null for other texts. */
export function readInstant(text: string): number | null {
  const atMs = isoInstantMs(text);
  if (!Number.isNaN(atMs)) return atMs;
  if (!EPOCH.test(text)) return null;
  const number = Number(text);
  return Math.round(number < MILLISECONDS_FROM ? number * 1000 : number);
}

const dateTime = z.iso.datetime({ offset: true });
const WITH_SECONDS = /T\d{2}:\d{2}:\d{2}/;

/** Whether a text is a `date-time` of the interface: RFC 3339, with seconds and an offset. */
export function isDateTime(text: string): boolean {
  return WITH_SECONDS.test(text) && dateTime.safeParse(text).success;
}
