import { resolve } from 'node:path';

import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { loadStrategy, type LoadedStrategy } from '../../runtime/load-strategy.ts';
import { type StrategyEntry } from '../../settings/settings.ts';
import { type CliContext } from './cli-context.ts';
import { CliFailure } from './cli-failure.ts';
import { shortPath } from './strategy-facts.ts';

/** Loads a strategy; its problems name the file as the user would from the working directory. */
export async function loadNamed(
  { workingDirectory }: CliContext,
  { path, params, policies }: StrategyEntry,
): Promise<Result<LoadedStrategy, readonly Problem[]>> {
  const absolute = resolve(workingDirectory, path);
  const loaded = await loadStrategy(absolute, params);
  if (loaded.ok) return ok({ ...loaded.value, policies });
  const file = shortPath(absolute, workingDirectory);
  return fail(
    loaded.error.map((of) => ({
      ...of,
      file: of.file === null ? null : file,
      message: of.message.replaceAll(absolute, file),
    })),
  );
}

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
  for (const entry of entries) {
    const result = await loadNamed(context, entry);
    if (result.ok) loaded.push(result.value);
    else problems.push(...result.error);
  }
  if (problems.length > 0) throw new CliFailure('configuration', problems);
  return loaded;
}
