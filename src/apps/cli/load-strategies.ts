import { resolve } from 'node:path';

import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import {
  loadStrategy,
  type LoadedStrategy,
  readStrategy,
  type StrategySource,
} from '../../runtime/load-strategy.ts';
import { type StrategyEntry } from '../../settings/settings.ts';
import { type CliContext } from './cli-context.ts';
import { CliFailure } from './cli-failure.ts';
import { shortPath } from './strategy-facts.ts';

/** Loads a strategy; its problems name the file as the user would from the working directory. */
export async function loadNamed(
  context: CliContext,
  entry: StrategyEntry,
): Promise<Result<LoadedStrategy, readonly Problem[]>> {
  const { path, params, policies } = entry;
  const absolute = resolve(context.workingDirectory, path);
  const loaded = await loadStrategy(absolute, params);
  if (loaded.ok) return ok({ ...loaded.value, policies });
  return fail(asConfigured(entry, asNamed(context, absolute, loaded.error)));
}

/**
 * Reads a strategy of which parameters are yet to be chosen.
 *
 * @throws {CliFailure} when it cannot be used
 */
export async function readNamed(context: CliContext, path: string): Promise<StrategySource> {
  const absolute = resolve(context.workingDirectory, path);
  const read = await readStrategy(absolute);
  if (read.ok) return read.value;
  throw new CliFailure('configuration', asNamed(context, absolute, read.error));
}

/** Problems that name a file as the user would from the working directory. */
export function asNamed(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  absolute: string,
  problems: readonly Problem[],
): readonly Problem[] {
  const file = shortPath(absolute, workingDirectory);
  return problems.map((of) => ({
    ...of,
    file: of.file === null ? null : file,
    message: of.message.replaceAll(absolute, file),
    next: of.next?.replaceAll(absolute, file) ?? null,
  }));
}

/** Problems of parameters that a configuration gives, at the line of the configuration that gives them. */
export function asConfigured(
  { paramPlaces }: Pick<StrategyEntry, 'paramPlaces'>,
  problems: readonly Problem[],
): readonly Problem[] {
  return problems.map((of) => {
    const place = of.param === undefined ? undefined : paramPlaces?.places[of.param.name];
    if (paramPlaces === undefined || place === undefined) return of;
    const at = of.param?.isUnknown === true ? place.key : place.value;
    return { ...of, file: paramPlaces.file, ...at };
  });
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
  const { strategies, unusable } = await loadUsable(context, entries);
  if (unusable.length > 0) throw new CliFailure('configuration', unusable);
  return strategies;
}

/** Loads those strategies that can be used, and says what is wrong with the others. */
export async function loadUsable(
  context: CliContext,
  entries: readonly StrategyEntry[],
): Promise<{
  readonly strategies: readonly LoadedStrategy[];
  readonly unusable: readonly Problem[];
}> {
  const strategies: LoadedStrategy[] = [];
  const unusable: Problem[] = [];
  for (const entry of entries) {
    const result = await loadNamed(context, entry);
    if (result.ok) strategies.push(result.value);
    else unusable.push(...result.error);
  }
  return { strategies, unusable };
}
