import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { loadSettings, settingsFromText } from '../../settings/load-settings.ts';
import { type Settings } from '../../settings/settings.ts';
import { type CliContext } from './cli-context.ts';
import { CliFailure, cliFailure } from './cli-failure.ts';
import { isStrategy } from './is-configuration.ts';

/** The configuration that a command finds without being told. */
export const USUAL_CONFIG = 'sauda.yaml';

/**
 * Settings for a command: the file that was named, else `sauda.yaml` of the working directory, else the defaults.
 *
 * @throws {CliFailure} with every problem of the configuration
 */
export function readSettings(
  context: CliContext,
  options: { readonly config?: string | undefined; readonly secrets?: 'required' | 'skipped' },
): Settings {
  const common = {
    environment: context.environment,
    workingDirectory: context.workingDirectory,
    secrets: options.secrets ?? 'required',
  };
  const usual = existsSync(resolve(context.workingDirectory, USUAL_CONFIG)) ? USUAL_CONFIG : null;
  const file = options.config ?? usual;
  const loaded =
    file === null
      ? settingsFromText('', { ...common, file: null, shownFile: 'defaults' })
      : loadSettings(file, common);
  if (loaded.ok) return loaded.value;
  if (file !== null) refuseStrategy(context, file);
  throw new CliFailure('configuration', loaded.error);
}

/** @throws {CliFailure} when a strategy was named as the configuration */
function refuseStrategy({ workingDirectory }: CliContext, file: string): void {
  const path = resolve(workingDirectory, file);
  if (!isStrategy(path)) return;
  throw cliFailure('configuration', 'This is a strategy, not a configuration', {
    file,
    next: `Leave out --config: sauda run ${file}`,
  });
}
