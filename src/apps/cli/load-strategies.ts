import { type Problem } from '../../base/problem.ts';
import { loadStrategy, type LoadedStrategy } from '../../runtime/load-strategy.ts';
import { type StrategyEntry } from '../../settings/settings.ts';
import { type CliContext } from './cli-context.ts';
import { CliFailure } from './cli-failure.ts';
import { shortPath } from './strategy-facts.ts';

/**
 * Loads every strategy, or fails with the problems of all of them.
 *
 * @throws {CliFailure} when one cannot be used
 */
export async function loadStrategies(
  context: CliContext,
  entries: readonly StrategyEntry[],
): Promise<readonly LoadedStrategy[]> {
  const loaded: LoadedStrategy[] = [];
  const problems: Problem[] = [];
  for (const { path, params } of entries) {
    const result = await loadStrategy(shortPath(path, context.workingDirectory), params);
    if (result.ok) loaded.push(result.value);
    else problems.push(...result.error);
  }
  if (problems.length > 0) throw new CliFailure('configuration', problems);
  return loaded;
}
