import { type CliContext } from './cli-context.ts';
import { printLines } from './output.ts';
import { type ResultWriter } from './result-writer.ts';
import { span } from './view/span.ts';

/** Names the files that were written, where there are any. */
export function printWritten(
  context: Pick<CliContext, 'terminal'>,
  { written }: Pick<ResultWriter, 'written'>,
): void {
  const paths = written();
  if (paths.length > 0) printLines(context, [[span(`Wrote ${paths.join(', ')}`)]]);
}
