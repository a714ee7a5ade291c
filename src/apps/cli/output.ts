import { printableJson } from '../../base/printable.ts';
import { type CliContext } from './cli-context.ts';
import { pathsAsNamed } from './files/as-named.ts';
import { type Line, paintLines } from './view/span.ts';

/** A result as one JSON line on stdout. */
export function printJson({ terminal }: Pick<CliContext, 'terminal'>, value: object): void {
  terminal.out(`${printableJson(value)}\n`);
}

/** A result as lines on stdout; never cut, so that pipes get all of it. */
export function printLines(
  { terminal }: Pick<CliContext, 'terminal'>,
  lines: readonly Line[],
): void {
  terminal.out(paintLines(lines, { color: terminal.hasColor }));
}

/** The same, with files named as the user names them. */
export function printNamed(context: CliContext, lines: readonly Line[]): void {
  const { terminal } = context;
  terminal.out(pathsAsNamed(context, paintLines(lines, { color: terminal.hasColor })));
}
