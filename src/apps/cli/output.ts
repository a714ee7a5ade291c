import { type CliContext } from './cli-context.ts';
import { type Line, paintLine } from './view/span.ts';

/** A result as one JSON line on stdout. */
export function printJson({ terminal }: Pick<CliContext, 'terminal'>, value: object): void {
  terminal.out(`${JSON.stringify(value)}\n`);
}

/** A result as lines on stdout; never cut, so that pipes get all of it. */
export function printLines(
  { terminal }: Pick<CliContext, 'terminal'>,
  lines: readonly Line[],
): void {
  const options = { columns: Infinity, color: terminal.hasColor };
  terminal.out(lines.map((line) => `${paintLine(line, options)}\n`).join(''));
}
