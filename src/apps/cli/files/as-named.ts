import { sep } from 'node:path';

import { type Problem } from '../../../base/problem.ts';
import { type CliContext } from '../cli-context.ts';

/** Problems in which files are named as the user names them. */
export function problemsAsNamed(
  context: Pick<CliContext, 'workingDirectory'>,
  problems: readonly Problem[],
): readonly Problem[] {
  return problems.map((of) => ({
    ...of,
    file: of.file === null ? null : pathsAsNamed(context, of.file),
    message: pathsAsNamed(context, of.message),
    found: of.found === null ? null : pathsAsNamed(context, of.found),
  }));
}

/** A text in which files are named from the working directory, as the user names them, where they lie in it. */
export function pathsAsNamed(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  text: string,
): string {
  return text.replaceAll(`${workingDirectory}${sep}`, '');
}
