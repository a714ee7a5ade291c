import { problem, type Problem } from '../../../base/problem.ts';
import {
  type TypeProblem,
  type TypesOfFiles,
} from '../../../loading/type-check/type-check-task.ts';
import { hasTypes, typesOf } from '../../../loading/type-check/type-check-thread.ts';
import { type CliContext } from '../cli-context.ts';
import { type CheckedFile } from '../report/checked-file.ts';
import { shortPath } from './strategy-facts.ts';

const CLEAR_LINE = '\r\u001b[2K';

/**
 * Findings with what the compiler says of the types of their modules: errors are problems. Modules are compiled together, as
 * that takes seconds once. A problem in a file that several of them import is listed with the first.
 */
export async function withTypes(
  { terminal, workingDirectory, signal }: CliContext,
  findings: readonly CheckedFile[],
  compile = typesOf,
): Promise<readonly CheckedFile[]> {
  const modules = findings.flatMap(filesOf);
  if (modules.length === 0) return findings;
  if (terminal.isErrInteractive) terminal.err('Compiling types …');
  const answers = await compile([...new Set(modules)], { signal });
  if (terminal.isErrInteractive) terminal.err(CLEAR_LINE);
  const told = new Set<string>();
  return findings.map((finding) =>
    filesOf(finding).reduce((checked, path) => {
      const answer = answers.find(({ files }) => files.includes(path));
      if (answer === undefined || told.has(path)) return checked;
      told.add(path);
      return withAnswer(checked, path, { answer, workingDirectory });
    }, finding),
  );
}

/** Its modules that have types. */
function filesOf({ path, modules = [] }: CheckedFile): readonly string[] {
  return [...(path === undefined ? [] : [path]), ...modules].filter(hasTypes);
}

function withAnswer(
  finding: CheckedFile,
  path: string,
  {
    answer,
    workingDirectory,
  }: { readonly answer: TypesOfFiles; readonly workingDirectory: string },
): CheckedFile {
  if (answer.kind === 'not-compiled') {
    const types = { compiled: false, reason: answer.reason };
    return { ...finding, types: answer.reason, facts: { ...finding.facts, types } };
  }
  const isFirst = path === answer.files[0];
  const problems = answer.problems
    .filter(({ file }) => file === path || (isFirst && !answer.files.includes(file)))
    .map((found) => typeProblem(found, workingDirectory));
  return {
    ...finding,
    problems: [...finding.problems, ...problems],
    facts: { ...finding.facts, types: { compiled: true } },
  };
}

function typeProblem(
  { file, line, column, code, message }: TypeProblem,
  workingDirectory: string,
): Problem {
  return problem(`${code}: ${message}`, { file: shortPath(file, workingDirectory), line, column });
}
