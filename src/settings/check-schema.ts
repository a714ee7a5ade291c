import { type z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { allowedKeys } from './allowed-keys.ts';
import { type YamlSource } from './yaml-source.ts';

/** What {@link checkSchema} may say. */
export interface CheckOptions {
  /** True for paths whose values may be secrets: they are not shown. */
  readonly isSecret?: (path: readonly PropertyKey[]) => boolean;
  /** What to do about any of the problems, unless the schema knows better. */
  readonly next?: string;
}

type Issue = z.core.$ZodIssue;

/** Checks a parsed YAML file against a schema: the typed value, or every problem with its place and the nearest word. */
export function checkSchema<Value>(
  schema: z.ZodType<Value>,
  source: YamlSource,
  options: CheckOptions = {},
): Result<Value, readonly Problem[]> {
  const parsed = schema.safeParse(source.value);
  if (parsed.success) return ok(parsed.data);
  const describe = describer(schema, source, options);
  return fail(parsed.error.issues.flatMap((issue) => describe(deepest(issue, []))));
}

/** A union's issues as those of the branch that came furthest. */
function deepest(issue: Issue, above: readonly PropertyKey[]): readonly Issue[] {
  const path = [...above, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }];
  const branches = issue.errors.map((branch) => branch.flatMap((inner) => deepest(inner, path)));
  const depth = (branch: readonly Issue[]): number =>
    Math.max(0, ...branch.map((inner) => inner.path.length));
  const best = branches.reduce((a, b) => (depth(b) > depth(a) ? b : a));
  if (depth(best) > path.length) return best;
  const values = branches
    .flat()
    .flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []));
  return values.length > 0
    ? [{ code: 'invalid_value', values, path, message: issue.message }]
    : [{ ...issue, path }];
}

function describer(
  schema: z.ZodType,
  source: YamlSource,
  options: CheckOptions,
): (issues: readonly Issue[]) => readonly Problem[] {
  const describe = (issue: Issue): readonly Problem[] => {
    if (issue.code === 'unrecognized_keys') return unknownKeys(issue, schema, source);
    const value = at(source.value, issue.path);
    const name = pathText(issue.path);
    if (value === undefined && issue.code === 'invalid_type') {
      return [
        problem(`Key "${name}" is missing`, {
          file: source.file,
          ...source.locate(issue.path.slice(0, -1)),
          allowed: expectedText(issue.expected),
          next: options.next ?? null,
        }),
      ];
    }
    const isSecret = options.isSecret?.(issue.path) ?? false;
    return [
      {
        ...wrongValue(issue, name, isSecret ? undefined : value),
        file: source.file,
        ...source.locate(issue.path),
      },
    ].map((made) => ({ ...made, next: made.next ?? options.next ?? null }));
  };
  return (issues) => issues.flatMap(describe);
}

function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
  source: YamlSource,
): readonly Problem[] {
  const allowed = allowedKeys(schema, issue.path);
  const under = issue.path.length === 0 ? '' : ` under "${pathText(issue.path)}"`;
  return issue.keys.map((key) =>
    problem(`Unknown key${under}`, {
      file: source.file,
      ...source.locateKey([...issue.path, key]),
      found: `"${key}"`,
      allowed: allowed.length === 0 ? null : allowed.join(', '),
      nearest: nearestWord(key, allowed),
    }),
  );
}

function wrongValue(issue: Issue, name: string, value: unknown): Problem {
  const found = value === undefined ? null : shown(value);
  if (issue.code === 'custom') {
    const params = (issue.params ?? {}) as Partial<Problem>;
    return problem(issue.message, { found, ...params });
  }
  return problem(name === '' ? 'Wrong content' : `Wrong value of "${name}"`, {
    found,
    allowed: allowedBy(issue),
    nearest: nearestAllowed(issue, value),
    next: needsQuotes(issue, value) ? 'Put the value in quotes' : null,
  });
}

function needsQuotes(issue: Issue, value: unknown): boolean {
  if (issue.code !== 'invalid_type' || issue.expected !== 'string') return false;
  return typeof value === 'number' || typeof value === 'boolean';
}

function nearestAllowed(issue: Issue, value: unknown): string | null {
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return null;
  return nearestWord(value, issue.values.map(String));
}

function allowedBy(issue: Issue): string {
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ');
  if (issue.code === 'invalid_type') return expectedText(issue.expected);
  if (issue.code === 'too_small') return bound('at least', issue.minimum, issue.origin);
  if (issue.code === 'too_big') return bound('at most', issue.maximum, issue.origin);
  return issue.message;
}

function expectedText(expected: string): string {
  return EXPECTED[expected] ?? expected;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a map of keys',
  record: 'a map of keys',
  array: 'a list',
};

function bound(word: string, limit: number | bigint, origin: string): string {
  const unit = origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '';
  return `${word} ${String(limit)}${unit}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return here;
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
