import { sep } from 'node:path';

import { type CliContext } from './cli-context.ts';

/** A text in which files are named from the working directory, as the user names them, where they lie in it. */
export function pathsAsNamed(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  text: string,
): string {
  return text.replaceAll(`${workingDirectory}${sep}`, '');
}
