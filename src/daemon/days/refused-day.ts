import { ConfigurationError, type Problem, problemPlace } from '../../base/problem.ts';
import { fail, type Result } from '../../base/result.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';

/** Why a day cannot begin, in one line for people. */
export function causeOf(problems: readonly Problem[]): string {
  const told = problems.map((of) => {
    const place = problemPlace(of);
    return place === '' ? of.message : `${place}: ${of.message}`;
  });
  return told.join('; ');
}

/**
 * An error of the configuration, as the reason why a day cannot begin.
 *
 * @throws what is no matter of the configuration: a broken invariant ends the process
 */
export function asRefusal(error: unknown): Result<never, RunRefusal> {
  if (!(error instanceof ConfigurationError)) throw error;
  return fail({ kind: 'configuration', problems: error.problems });
}
