import { type z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type YamlSource } from './yaml-source.ts';
import { PROBLEMS_MAX } from './read-yaml.ts';

/** What {@link checkSchema} may say. */
export interface CheckOptions {
  /** True for paths at and below which a secret may stand by mistake: values there are not shown. */
  readonly isSecret?: (path: readonly PropertyKey[]) => boolean;
  /** What to do about the problems; said once, with the last one. */
  readonly next?: string;
}

/** Most issues that are looked into before they are put in order: a hostile file has tens of thousands. */
const ISSUES_MAX = 10 * PROBLEMS_MAX;

type Issue = z.core.$ZodIssue;
/** What a custom issue may carry: parts of the problem, and words of which the nearest is shown. */
type CustomParams = Partial<Problem> & { readonly words?: readonly string[] };

/** Checks a parsed YAML file against a schema: the typed value, or every problem with its place and the nearest word. */
export function checkSchema<Value>(
  schema: z.ZodType<Value>,
  source: YamlSource,
  options: CheckOptions = {},
): Result<Value, readonly Problem[]> {
  // A file is checked once: code made for its schema alone would cost more than it saves.
  const parsed = schema.safeParse(source.value, { jitless: true });
  if (parsed.success) return ok(parsed.data);
  const describe = describer(schema, source, options);
  const problems = parsed.error.issues
    .slice(0, ISSUES_MAX)
    .flatMap((issue) => describe(deepest(issue, schema)))
    .sort(byPlace);
  const hidden = problems.length - PROBLEMS_MAX;
  const more = `There are at least ${String(hidden)} problems more`;
  const told = [
    ...problems.slice(0, PROBLEMS_MAX),
    ...(hidden > 0 ? [problem(more, { file: source.file })] : []),
  ];
  const place = told.length - 1;
  return fail(
    told.map((of, at) => (at === place ? { ...of, next: of.next ?? options.next ?? null } : of)),
  );
}

function byPlace(left: Problem, right: Problem): number {
  const lines = (left.line ?? 0) - (right.line ?? 0);
  return lines === 0 ? (left.column ?? 0) - (right.column ?? 0) : lines;
}

/** A union's issues as those of the branch that came furthest, or one issue that names every branch. */
function deepest(issue: Issue, schema: z.ZodType): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const { path } = issue;
  const branches = issue.errors.map((branch) =>
    branch.flatMap((inner) => deepest({ ...inner, path: [...path, ...inner.path] }, schema)),
  );
  const depth = (branch: readonly Issue[]): number =>
    Math.max(
      0,
      ...branch.map((inner) => inner.path.length + (inner.code === 'invalid_type' ? 0 : 0.5)),
    );
  const furthest = branches.reduce((a, b) => (depth(b) > depth(a) ? b : a));
  if (depth(furthest) >= path.length + 0.5 && furthest.every(isInside(path))) return furthest;
  const inner = branches.flat();
  const forms = inner.map((issueInside) => formOf(issueInside, schema));
  const words = inner.flatMap((one) =>
    one.code === 'invalid_value' ? one.values.map(String) : [],
  );
  const message = 'Wrong value' + (path.length === 0 ? '' : ` of "${pathText(path)}"`);
  return [
    {
      code: 'custom',
      path,
      message,
      params: { allowed: [...new Set(forms)].join(', or '), words },
    },
  ];
}

/** Whether an issue is about something inside the value at `path`, or about the value's own keys. */
function isInside(path: readonly PropertyKey[]): (issue: Issue) => boolean {
  return (issue) =>
    issue.path.length > path.length ||
    issue.code === 'unrecognized_keys' ||
    issue.code === 'custom';
}

function formOf(issue: Issue, schema: z.ZodType): string {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return allowedBy(issue);
  return `a map with ${allowedKeys(schema, issue.path).join(', ')}`;
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
    if (value === null && name === '') return [emptyFile(source)];
    if (value === undefined && isMissing(issue)) {
      return [
        problem(`Key "${name}" is missing`, {
          file: source.file,
          ...source.locate(issue.path.slice(0, -1)),
          allowed: allowedBy(issue),
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
    ];
  };
  return (issues) => issues.flatMap(describe);
}

/** Of a key that is not there, a schema says that its type is wrong, or its word. */
function isMissing({ code }: Issue): boolean {
  return code === 'invalid_type' || code === 'invalid_value';
}

function emptyFile({ file, locate }: YamlSource): Problem {
  return problem('The file is empty', { file, ...locate([]), allowed: 'a map of keys' });
}

function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
  source: YamlSource,
): readonly Problem[] {
  const allowed = allowedKeys(schema, issue.path);
  const under = issue.path.length === 0 ? '' : ` under "${pathText(issue.path)}"`;
  return issue.keys.slice(0, ISSUES_MAX).map((key) =>
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
    const { words, ...params } = (issue.params ?? {}) as CustomParams;
    const nearest = typeof value === 'string' ? nearestWord(value, words ?? []) : null;
    return problem(messageOf(issue, name), { found, nearest, ...params });
  }
  return problem(name === '' ? 'Wrong content' : `Wrong value of "${name}"`, {
    found,
    allowed: allowedBy(issue),
    nearest: nearestAllowed(issue, value),
    next: needsQuotes(issue, value) ? 'Put the value in quotes' : null,
  });
}

/** With the key it is about, where the message does not name it already. */
function messageOf({ message }: Issue, name: string): string {
  return name === '' || message.includes('"') ? message : `${message}: "${name}"`;
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
  if (issue.code === 'too_small') {
    return bound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, issue.origin);
  }
  if (issue.code === 'too_big') {
    return bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, issue.origin);
  }
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

/** The keys that a schema allows in the map at `path`; empty when it allows any, or no map stands there. */
export function allowedKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let here: readonly z.core.$ZodType[] = [schema];
  for (const step of path) here = here.flatMap((inner) => below(inner, step));
  return [...new Set(here.flatMap(keys))];
}

function below(schema: z.core.$ZodType, step: PropertyKey): readonly z.core.$ZodType[] {
  return unwrap(schema).flatMap((inner) => {
    const { def } = (inner as z.core.$ZodTypes)._zod;
    if (def.type === 'object') {
      const child = def.shape[String(step)];
      return child === undefined ? [] : [child];
    }
    if (def.type === 'array') return [def.element];
    if (def.type === 'record') return [def.valueType];
    return [];
  });
}

function keys(schema: z.core.$ZodType): readonly string[] {
  return unwrap(schema).flatMap((inner) => {
    const { def } = (inner as z.core.$ZodTypes)._zod;
    return def.type === 'object' ? Object.keys(def.shape) : [];
  });
}

/** What stands inside optional, default, readonly, piped and united schemas. */
function unwrap(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return [...unwrap(def.in), ...unwrap(def.out)];
  if (def.type === 'union') return def.options.flatMap(unwrap);
  if ('innerType' in def) return unwrap(def.innerType);
  return [schema];
}
