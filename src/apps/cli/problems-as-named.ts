import { sep } from 'node:path';

import { type Problem } from '../../base/problem.ts';
import { type CliContext } from './cli-context.ts';

/** Problems with files named from the working directory, as the user names them, where they lie in it. */
export function problemsAsNamed(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  problems: readonly Problem[],
): readonly Problem[] {
  const short = (text: string): string => text.replaceAll(`${workingDirectory}${sep}`, '');
  return problems.map((of) => ({
    ...of,
    file: of.file === null ? null : short(of.file),
    message: short(of.message),
  }));
}
