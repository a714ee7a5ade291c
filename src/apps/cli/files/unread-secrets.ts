import { formatProblem } from '../../../base/problem.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readSettings } from './read-settings.ts';

const NOT_READ = '  no day begins without it; with --secrets this is an error';

/**
 * Credentials without which no day begins, as warnings: where a file is checked they may rightly be missing, as on the machine
 * of an author. Nothing of what can be read is kept or shown.
 *
 * @throws what reading throws besides a refusal
 */
export function unreadSecrets(context: CliContext, config: string): readonly string[] {
  try {
    readSettings(context, { config, secrets: 'required' });
    return [];
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    return error.problems.map((found) => `${formatProblem(found)}\n${NOT_READ}`);
  }
}
