import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { whyUnreadable } from '../../base/why-unreadable.ts';
import { type CliContext } from './cli-context.ts';
import { cliFailure } from './cli-failure.ts';

/**
 * Writes a page where the user asked for it; one that is there is replaced. Gives its size in bytes.
 *
 * @throws {CliFailure} when it cannot be written
 */
export async function writePage(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  file: string,
  html: string,
): Promise<number> {
  const bytes = Buffer.from(html, 'utf8');
  try {
    await writeFile(resolve(workingDirectory, file), bytes);
  } catch (error) {
    throw cliFailure('usage', 'Cannot write the page', { file, found: whyUnreadable(error) });
  }
  return bytes.length;
}
