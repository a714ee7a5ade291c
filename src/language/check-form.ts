import { type z } from 'zod';

import { problem, type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { type Checked, describeIssue } from './describe-issue.ts';
import { type Finding, pathText, placeFinding } from './finding.ts';
import { PROBLEMS_MAX } from './read-yaml.ts';

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
