import { type z } from 'zod';

import { type Checked, problem, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { type Finding, type Path, pathText, placeFinding, spanOfFinding } from './finding.ts';
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
  /** Paths of values that are not known yet: what is found there does not count. @default none */
  readonly undecided?: readonly Path[];
}

/** Enough to fill the list whatever order they turn out to have; a hostile file can hold a hundred thousand. */
const FINDINGS_MAX = 50 * PROBLEMS_MAX;

/** Checks what a file says against a schema: the typed value, or every problem in the order of the file. */
export function checkSchema<Value>(
  schema: z.ZodType<Value>,
  source: YamlSource,
  options: CheckOptions = {},
): Checked<Value> {
  const { findings = [], next, isGenerated = false, undecided = [] } = options;
  // Code made for a schema alone costs more than it saves, but for a file of megabytes.
  const read = schema.safeParse(source.value, { jitless: !isGenerated });
  const described = (read.error?.issues ?? [])
    .slice(0, FINDINGS_MAX)
    .flatMap((issue) => findingsOf(issue, { schema, source, words: options }));
  const known = [...withoutForm(described, findings), ...findings].filter(isDecided(undecided));
  const all = withoutFollowing(known);
  if (read.success && all.length === 0) return ok(read.data);
  const offsetOf = (finding: Finding): number => spanOfFinding(finding, source).startOffset;
  const problems = all
    .slice(0, FINDINGS_MAX)
    .sort((left, right) => offsetOf(left) - offsetOf(right))
    .map((finding) => placeFinding(isGenerated ? withoutAdvice(finding) : finding, source));
  return fail(withNext(firstOf(problems, source.file), next));
}

/** What to do about all of them, with the last one. */
function withNext(problems: readonly Problem[], next: string | undefined): readonly Problem[] {
  const last = problems.at(-1);
  if (next === undefined || last === undefined) return problems;
  return [...problems.slice(0, -1), { ...last, next }];
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

/** Whether a finding is about something else than a value that is not known: neither it, nor what it is a part of. */
function isDecided(undecided: readonly Path[]): (finding: Finding) => boolean {
  return ({ path, isKey = false, isMissing = false }) => {
    const isHolder = !isKey && !isMissing && path.length > 0;
    return !undecided.some(
      (unknown) => isBelow(path, unknown) || (isHolder && isBelow(unknown, path)),
    );
  };
}

function isBelow(path: Path, holder: Path): boolean {
  return holder.every((step, index) => step === path[index]);
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
