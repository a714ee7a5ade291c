import { printableJson } from '../../base/printable.ts';
import { formatProblem, problem, type Problem, problemPlace } from '../../base/problem.ts';
import { EXIT_CODES, type ExitName } from './exit-codes.ts';
import { type Terminal } from './terminal.ts';
import { sanitize, sanitizeLines } from './view/span.ts';

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

/** Shows why a command failed and gives its exit code: on stderr in words, or with `--json` as one line on stdout. */
export function reportFailure(
  error: unknown,
  terminal: Pick<Terminal, 'out' | 'err'>,
  isJson: boolean,
): number {
  const { exit, problems } = failureOf(error);
  const exitCode = EXIT_CODES[exit];
  if (isJson) terminal.out(`${printableJson(errorBody(exit, problems))}\n`);
  else terminal.err(formatFailure(problems));
  return exitCode;
}

/** Problems for a terminal, one after the other. */
export function formatFailure(problems: readonly Problem[]): string {
  return problems.map((one) => `${sanitizeLines(formatProblem(one))}\n`).join('');
}

/** `{error: …}` of `--json`: the first problem's parts beside the code, the others after it. */
export function errorBody(
  exit: ExitName,
  problems: readonly Problem[],
): { readonly error: object } {
  const [first = problem(exit), ...others] = problems;
  return {
    error: {
      code: exit,
      exitCode: EXIT_CODES[exit],
      ...jsonProblem(first),
      ...(others.length > 0 ? { others: others.map(jsonProblem) } : {}),
    },
  };
}

function failureOf(error: unknown): { exit: ExitName; problems: readonly Problem[] } {
  if (error instanceof CliFailure) return { exit: error.exit, problems: error.problems };
  if (isConfigurationError(error)) return { exit: 'configuration', problems: error.problems };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    exit: 'internal',
    problems: [
      problem(`Internal fault: ${text}`, { next: 'Report it with this text and the command' }),
    ],
  };
}

/** A `ConfigurationError` of the settings room; it may be thrown below any command. */
function isConfigurationError(error: unknown): error is { readonly problems: readonly Problem[] } {
  return error instanceof Error && error.name === 'ConfigurationError' && 'problems' in error;
}

/** A problem without its empty parts. */
export function jsonProblem(of: Problem): object {
  const where = problemPlace(of);
  return {
    message: sanitize(of.message),
    ...(where === '' ? {} : { where }),
    ...(of.found === null ? {} : { found: of.found }),
    ...(of.allowed === null ? {} : { allowed: of.allowed }),
    ...(of.nearest === null ? {} : { nearest: of.nearest }),
    ...(of.next === null ? {} : { next: of.next }),
  };
}
