import { type WrittenParam } from '../../runtime/sweep/parse-param.ts';
import { type Settings, type StrategyEntry } from '../../settings/settings.ts';
import { cliFailure } from './cli-failure.ts';

/**
 * Parameters that a configuration gives a strategy, each as one value of a sweep, but for those that are swept.
 *
 * @throws {CliFailure} when one is a list or an object, or when the configuration lists the strategy more than once
 */
export function configuredParams(
  { file }: Pick<Settings, 'file'>,
  [entry, ...others]: readonly StrategyEntry[],
  swept: readonly WrittenParam[],
): readonly WrittenParam[] {
  if (others.length > 0) {
    throw cliFailure('configuration', 'The strategy is listed more than once', {
      file,
      next: 'Give a sweep a configuration that lists it once, or not at all',
    });
  }
  return Object.entries(entry?.params ?? {})
    .filter(([name]) => swept.every((param) => param.name !== name))
    .map(([name, value]) => {
      if (typeof value !== 'object') return { name, atoms: [String(value)] };
      throw cliFailure('configuration', `Parameter "${name}" is no single value`, {
        file,
        found: JSON.stringify(value),
        next: 'Give a sweep a configuration without it',
      });
    });
}
