import { type ChangedStrategy } from '../../../day/journal/journal-strategies.ts';
import { typedParams } from '../../../research/sweep/choose-variants.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { oneOfEach, readNamed, writtenParams } from './load-strategies.ts';

/** A strategy for the place of a recorded one, as a command line names it. */
export interface ChangedAsked {
  readonly strategy?: string;
  readonly param?: readonly string[];
}

/**
 * The strategy that takes the place of the recorded one of its name; null where none is named.
 *
 * @throws {CliFailure} for parameters without a strategy, and what cannot be used
 */
export async function changedStrategy(
  context: CliContext,
  { strategy, param = [] }: ChangedAsked,
): Promise<ChangedStrategy | null> {
  const written = oneOfEach(writtenParams(param));
  if (strategy === undefined) {
    if (written.length === 0) return null;
    throw cliFailure('usage', '--param is for the strategy that --strategy names', {
      next: 'Add --strategy FILE: the recorded one will do',
    });
  }
  const source = await readNamed(context, strategy);
  const typed = typedParams(source.strategy, written);
  if (!typed.ok) throw new CliFailure('configuration', typed.error);
  const params = typed.value.map(({ name, values: [value = null] }) => [name, value] as const);
  return { source, params: Object.fromEntries(params) };
}
