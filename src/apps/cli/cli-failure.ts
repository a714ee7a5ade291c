import { problem, type Problem } from '../../base/problem.ts';
import { type ExitName } from './exit-codes.ts';

/** A command's expected failure: which exit code, and why. Thrown by commands, shown and turned into the code in one place. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure';
  readonly exit: Exclude<ExitName, 'ok'>;
  readonly problems: readonly Problem[];

  constructor(exit: Exclude<ExitName, 'ok'>, problems: readonly Problem[]) {
    super(problems[0]?.message ?? exit);
    this.exit = exit;
    this.problems = problems;
  }
}

/** A failure with a single problem. */
export function cliFailure(
  exit: Exclude<ExitName, 'ok'>,
  message: string,
  parts: Parameters<typeof problem>[1] = {},
): CliFailure {
  return new CliFailure(exit, [problem(message, parts)]);
}
