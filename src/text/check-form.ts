import { type z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import {
  type Finding,
  type Path,
  pathText,
  placeFinding,
  shownText,
  treeAt,
  WORD_CHARS_MAX,
} from './finding.ts';
import { PROBLEMS_MAX, type SourceText, type YamlTree } from './read-yaml.ts';
import { keyNotYet, repairValue, toldNotYet, typeNotYet } from './strategy-words.ts';
import { readWording, type Wording } from './worded-schema.ts';

/** Checks a file against its form: what it says, or every problem in the order of the file. */
export function checkForm<Form>(
  checked: Checked & { readonly schema: z.ZodType<Form> },
  findings: readonly Finding[],
): Result<Form, readonly Problem[]> {
  // A file is checked once: code made for its form alone would cost more than it saves.
  const read = checked.schema.safeParse(checked.tree.value, { jitless: true });
  const issues = read.error?.issues ?? [];
  // Enough to fill the list whatever order they turn out to have; a hostile file can hold a hundred thousand.
  const described = issues
    .slice(0, 50 * PROBLEMS_MAX)
    .flatMap((issue) => describeIssue(issue, checked));
  const all = withoutMisspelt(withoutNotYet([...withoutForm(described, findings), ...findings]));
  if (read.success && all.length === 0) return ok(read.data);
  const problems = all
    .slice(0, 50 * PROBLEMS_MAX)
    .map((finding) => placeFinding(finding, checked.tree, checked.source))
    .sort((left, right) => placeOf(left) - placeOf(right));
  if (problems.length <= PROBLEMS_MAX) return fail(problems);
  const hidden = problems.length - PROBLEMS_MAX;
  const { file } = problems[0] ?? { file: null };
  const more = problem(`There are at least ${String(hidden)} problems more`, { file });
  return fail([...problems.slice(0, PROBLEMS_MAX), more]);
}

/** Of a file whose form is wrong, what would be wrong in any form. */
function withoutForm(
  described: readonly Finding[],
  findings: readonly Finding[],
): readonly Finding[] {
  const refused = findings.find(({ isForm = false }) => isForm);
  if (refused === undefined) return described;
  return described.filter(({ path, parts, isKey = false, isMissing = false, isOfAnyForm }) => {
    const isTopKey = isKey && path.length === 1 && isOfAnyForm !== true;
    const isOfForm = isTopKey && typeof parts.nearest !== 'string';
    return !isMissing && !isOfForm && pathText(path) !== pathText(refused.path);
  });
}

/** A key that stands there misspelt is not missing as well. */
function withoutMisspelt(findings: readonly Finding[]): readonly Finding[] {
  const misspelt = new Set(
    findings
      .filter(({ parts, isKey = false }) => isKey && typeof parts.nearest === 'string')
      .map(({ path, parts }) => pathText([...path.slice(0, -1), parts.nearest ?? ''])),
  );
  return findings.filter(
    ({ path, isMissing = false }) => !isMissing || !misspelt.has(pathText(path)),
  );
}

/** A leg of a kind that YAML cannot say misses nothing: a future has no strike. */
function withoutNotYet(findings: readonly Finding[]): readonly Finding[] {
  const legs = new Set(
    findings
      .filter(({ isNotYet = false }) => isNotYet)
      .map(({ path }) => pathText(path.slice(0, -1))),
  );
  return findings.filter(
    ({ path, isMissing = false }) => !isMissing || !legs.has(pathText(path.slice(0, -1))),
  );
}

function placeOf({ line, column }: Problem): number {
  return (line ?? 0) * 1_000_000 + (column ?? 0);
}

const NO_WORDING: Wording = { allowed: [], example: '' };

/** A file being checked. */
interface Checked {
  readonly tree: YamlTree;
  readonly source: SourceText;
  readonly schema: z.core.$ZodType;
}

/** What an issue of the schema means for the author of the file. */
function describeIssue(issue: z.core.$ZodIssue, checked: Checked): readonly Finding[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? step.toString() : step));
  if (issue.code === 'unrecognized_keys') {
    const { allowed } = readWording(issue.message) ?? NO_WORDING;
    return issue.keys.slice(0, PROBLEMS_MAX).map((key) => unknownKey([...path, key], allowed));
  }
  const inside = issue.code === 'invalid_union' ? insideOf(issue) : [];
  if (inside.length > 0) return inside.flatMap((inner) => describeIssue(inner, checked));
  const words = readWording(issue.message) ?? NO_WORDING;
  const tree = treeAt(checked.tree, path);
  return [tree === null ? missing(path, words) : wrongValue(path, tree, { words, ...checked })];
}

/** `buy or sell`. */
export function alternatives(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Where the right kind of value stands but is wrong inside, what is wrong inside; else nothing. */
function insideOf(union: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] {
  const branch = union.errors.find(
    (issues) =>
      issues.length > 0 &&
      issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  return (branch ?? []).map((issue) => ({ ...issue, path: [...union.path, ...issue.path] }));
}

function unknownKey(path: Path, allowed: readonly string[]): Finding {
  const found = String(path.at(-1));
  const notYet = keyNotYet(found);
  if (notYet !== null) {
    const { message, next } = toldNotYet(notYet);
    const parts = { found: shownText(found), allowed: alternatives(allowed), next };
    return { path, isKey: true, isOfAnyForm: true, message, parts };
  }
  const nearest = found.length > WORD_CHARS_MAX ? null : nearestWord(found, allowed);
  return {
    path,
    isKey: true,
    message: path.length < 2 ? 'Unknown key' : `Unknown key of "${pathText(path.slice(0, -1))}"`,
    parts: {
      found: shownText(found),
      allowed: alternatives(allowed),
      nearest,
      next: nearest === null ? 'Remove it' : `Rename it to "${nearest}"`,
    },
  };
}

function missing(path: Path, { allowed, example }: Wording): Finding {
  const key = String(path.at(-1));
  return {
    path,
    isMissing: true,
    message: `"${pathText(path)}" is missing`,
    parts: {
      allowed: alternatives(allowed),
      next: example === '' ? `Add "${key}"` : `Add a line such as "${key}: ${example}"`,
    },
  };
}

function wrongValue(
  path: Path,
  tree: YamlTree,
  { words, source, schema }: Checked & { readonly words: Wording },
): Finding {
  const written = scalarText(tree, source);
  const notYet = typeFoundNotYet(path, written, words);
  if (notYet !== null) return notYet;
  const here = schemaAt(schema, path);
  const repaired = written === null || here === null ? null : repairValue(written, here);
  const nearest = repaired ?? (written === null ? null : nearestWord(written, words.allowed));
  return {
    path,
    message: path.length === 0 ? 'This is not a strategy' : `Cannot read "${pathText(path)}"`,
    parts: {
      found: written === null ? whatStands(tree) : shownScalar(tree, written),
      allowed: alternatives(words.allowed),
      nearest,
      next: nextStep(nearest, words.example),
    },
  };
}

/** A kind of contract that YAML does not know yet; null for any other value. */
function typeFoundNotYet(path: Path, written: string | null, words: Wording): Finding | null {
  const notYet = path.at(-1) === 'type' && written !== null ? typeNotYet(written) : null;
  if (notYet === null) return null;
  const { message, next } = toldNotYet(notYet);
  const parts = { found: shownText(written ?? ''), allowed: alternatives(words.allowed), next };
  return { path, isNotYet: true, message, parts };
}

function nextStep(nearest: string | null, example: string): string | null {
  if (nearest !== null) return `Write ${nearest}`;
  return example === '' ? null : `Write for example ${example}`;
}

/** A scalar as it is written, without quotes; null for anything else, and for what is too long to be a slip. */
function scalarText({ value, span }: YamlTree, { text }: SourceText): string | null {
  if (value === null || typeof value === 'object') return null;
  const written =
    typeof value === 'string' ? value : text.slice(span.startOffset, span.endOffset).trim();
  return written.length > WORD_CHARS_MAX ? null : written;
}

function whatStands({ value, parts }: YamlTree): string {
  if (value === null) return 'nothing';
  if (typeof value !== 'object') return 'a long text';
  const kind = Array.isArray(value) ? 'list' : 'mapping';
  return parts.size === 0 ? `an empty ${kind}` : `a ${kind} of ${String(parts.size)}`;
}

function shownScalar({ value }: YamlTree, written: string): string {
  return typeof value === 'string' ? shownText(written) : written;
}

/** The schema of what stands at a path; null where the schema has nothing there. */
function schemaAt(
  schema: z.core.$ZodType,
  path: readonly (string | number)[],
): z.core.$ZodType | null {
  let here: z.core.$ZodType | null = schema;
  for (const step of path) here = here === null ? null : below(here, String(step));
  return here;
}

function below(schema: z.core.$ZodType, step: string): z.core.$ZodType | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return def.shape[step] ?? null;
  if (def.type === 'record') return def.valueType;
  if (def.type === 'array') return def.element;
  if (def.type === 'optional' || def.type === 'default') return below(def.innerType, step);
  if (def.type !== 'union') return null;
  return def.options.map((option) => below(option, step)).find((inner) => inner !== null) ?? null;
}
