import { type Problem } from '../../base/problem.ts';
import { type CliContext } from './cli-context.ts';
import { pathsAsNamed } from './paths-as-named.ts';

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
