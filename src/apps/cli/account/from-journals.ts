import { type DayByJournals, dayByJournals } from '../../../daemon/control/day-by-journals.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readOperatorKnowledge } from './operator-settings.ts';

/**
 * Reads the journals of an account. One that has lost its end is named on stderr, and ends the command with its code.
 *
 * @throws {CliFailure} when one cannot be read
 */
export function fromJournals(
  context: CliContext,
  { config }: { readonly config?: string | undefined },
  { journalPath, isRunning }: { readonly journalPath: string; readonly isRunning: boolean },
): DayByJournals {
  const knowledge = readOperatorKnowledge(context, config);
  const read = dayByJournals({ journalPath, knowledge }, isRunning);
  if (!read.ok) throw new CliFailure(read.error.kind, read.error.problems);
  const { lost } = read.value;
  if (lost !== null) {
    context.terminal.err(`The journal has lost its end: ${lost.detail}\n`);
    context.finish('halted');
  }
  return read.value;
}
