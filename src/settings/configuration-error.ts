import { formatProblem, type Problem } from '../base/problem.ts';

/** Unusable input at start: a configuration, profile, market table or strategy. Carries every problem found. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}
