import { sep } from 'node:path';

import { type Problem } from '../../../base/problem.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';

/** A failure that names files as the user names them. */
export function namedFailure(
  context: Pick<CliContext, 'workingDirectory'>,
  problems: readonly Problem[],
): CliFailure {
  const named = problems.map((of) => ({
    ...of,
    file: of.file === null ? null : pathsAsNamed(context, of.file),
    message: pathsAsNamed(context, of.message),
    found: of.found === null ? null : pathsAsNamed(context, of.found),
  }));
  return new CliFailure('configuration', named);
}

/** A text in which files are named from the working directory, as the user names them, where they lie in it. */
export function pathsAsNamed(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  text: string,
): string {
  return text.replaceAll(`${workingDirectory}${sep}`, '');
}
