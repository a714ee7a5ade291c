import { type z } from 'zod';
import { LIMITS } from './limits.ts';
import { type ValidationDetail } from './simulated-message.ts';

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

/** What is wrong with a body, in the form that the platform's orders endpoints answer with: the first 100 findings. */
export function validationDetail(
  issues: readonly Issue[],
  body: unknown,
): readonly ValidationDetail[] {
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
