import { type z } from 'zod';

import { type Checked, problem, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { type Finding, pathText, placeFinding } from './finding.ts';
import { findingsOf, type FileWords } from './issue-findings.ts';
import { PROBLEMS_MAX, type YamlSource } from './yaml-source.ts';

/** What {@link checkSchema} may say. */
export interface CheckOptions extends FileWords {
  /** What to do about the problems; said once, with the last one. */
  readonly next?: string;
  /** Whether a program wrote the file: it may be large, and is not mended by hand. @default false */
  readonly isGenerated?: boolean;
  /** What else is wrong with the file, which no schema can see. */
  readonly findings?: readonly Finding[];
}

/** Enough to fill the list whatever order they turn out to have; a hostile file can hold a hundred thousand. */
const FINDINGS_MAX = 50 * PROBLEMS_MAX;

/** Checks what a file says against a schema: the typed value, or every problem in the order of the file. */
export function checkSchema<Value>(
  schema: z.ZodType<Value>,
  source: YamlSource,
  options: CheckOptions = {},
): Checked<Value> {
  const { findings = [], next, isGenerated = false } = options;
  // Code made for a schema alone costs more than it saves, but for a file of megabytes.
  const read = schema.safeParse(source.value, { jitless: !isGenerated });
  const described = (read.error?.issues ?? [])
    .slice(0, FINDINGS_MAX)
    .flatMap((issue) => findingsOf(issue, { schema, source, words: options }));
  const all = withoutFollowing([...withoutForm(described, findings), ...findings]);
  if (read.success && all.length === 0) return ok(read.data);
  const problems = all
    .slice(0, FINDINGS_MAX)
    .map((finding) => placeFinding(isGenerated ? withoutAdvice(finding) : finding, source))
    .sort((left, right) => placeOf(left) - placeOf(right));
  const told = firstOf(problems, source.file);
  const last = told.at(-1);
  if (next === undefined || last === undefined) return fail(told);
  return fail([...told.slice(0, -1), { ...last, next }]);
}

function withoutAdvice(finding: Finding): Finding {
  return { ...finding, parts: { ...finding.parts, next: null } };
}

function firstOf(problems: readonly Problem[], file: string): readonly Problem[] {
  const hidden = problems.length - PROBLEMS_MAX;
  if (hidden <= 0) return problems;
  const more = problem(`There are at least ${String(hidden)} problems more`, { file });
  return [...problems.slice(0, PROBLEMS_MAX), more];
}

function placeOf({ line, column }: Problem): number {
  return (line ?? 0) * 1_000_000 + (column ?? 0);
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

/** A key that stands there misspelt is not missing as well, nor is what a kind that files cannot say yet lacks: a future has no strike. */
function withoutFollowing(findings: readonly Finding[]): readonly Finding[] {
  const misspelt = new Set<string>();
  const holders = new Set<string>();
  for (const { path, parts, isKey = false, isNotYet = false } of findings) {
    const holder = path.slice(0, -1);
    if (isNotYet) holders.add(pathText(holder));
    if (isKey && typeof parts.nearest === 'string') {
      misspelt.add(pathText([...holder, parts.nearest]));
    }
  }
  return findings.filter(
    ({ path, isMissing = false }) =>
      !isMissing || !(misspelt.has(pathText(path)) || holders.has(pathText(path.slice(0, -1)))),
  );
}
