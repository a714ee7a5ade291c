import { type Problem } from '../../../base/problem.ts';

/** A finding, and the checked files in which it was found. */
export interface SharedFinding {
  readonly finding: Problem;
  readonly users: readonly string[];
}

/** Findings of several files, each once: one in a part of strategies is found with every file that uses the part. */
export function sharedFindings(
  found: readonly { readonly file: string; readonly findings: readonly Problem[] }[],
): readonly SharedFinding[] {
  const shared = new Map<string, { readonly finding: Problem; readonly users: Set<string> }>();
  for (const { file, findings } of found) {
    for (const finding of findings) {
      const key = JSON.stringify(finding);
      const before = shared.get(key);
      if (before === undefined) shared.set(key, { finding, users: new Set([file]) });
      else before.users.add(file);
    }
  }
  return [...shared.values()].map(({ finding, users }) => ({ finding, users: [...users] }));
}

/** The line that names the files of a finding, below it; none where it is of one alone. */
export function usersLines({ users }: SharedFinding): readonly string[] {
  return users.length < 2 ? [] : [`  used by  ${users.join(', ')}`];
}
