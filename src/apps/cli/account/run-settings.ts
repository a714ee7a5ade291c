import { resolve } from 'node:path';

import { areOnLoopback } from '../../../base/loopback.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { flagOf } from '../options/declared-option.ts';
import { onSimulator } from './on-simulator.ts';

/** What the command line may say of the account and of its simulator. */
export interface RunSettingsOptions {
  readonly config?: string;
  readonly sim?: string;
  readonly log?: string;
  readonly at?: number;
  readonly speed?: number | 'max';
  readonly nightSpeed?: number | 'max';
  readonly seed?: string;
  readonly prices?: string;
}

/**
 * The configuration with what the command line says of the simulator and the log.
 *
 * @throws {CliFailure} when the configuration is not usable, or an option does not go with the platform
 */
export function runSettings(context: CliContext, options: RunSettingsOptions): Settings {
  const configured = readSettings(context, { config: options.config });
  const { sim, log } = options;
  const settings = sim === undefined ? configured : onSimulator(context, configured, sim);
  refuseOddOptions(settings, options);
  const { outputs } = settings;
  const { startedRealMs, ...simulator } = settings.simulator;
  const absolute = (path: string): string => resolve(context.workingDirectory, path);
  const isOwnTime = options.at !== undefined || startedRealMs === undefined;
  return {
    ...settings,
    simulator: {
      ...simulator,
      ...(isOwnTime ? {} : { startedRealMs }),
      startAtMs: options.at ?? simulator.startAtMs,
      ...speedsOf(simulator, options),
      seed: options.seed ?? simulator.seed,
      pricesPath: options.prices === undefined ? simulator.pricesPath : absolute(options.prices),
    },
    outputs: { logPath: log === undefined ? outputs.logPath : absolute(log) },
  };
}

/** A speed that is asked for is that of the nights, too, unless another is. */
function speedsOf(
  configured: Settings['simulator'],
  { speed, nightSpeed = speed }: RunSettingsOptions,
): Pick<Settings['simulator'], 'speed' | 'nightSpeed'> {
  return { speed: speed ?? configured.speed, nightSpeed: nightSpeed ?? configured.nightSpeed };
}

/** @throws {CliFailure} for the first such option */
function refuseOddOptions({ venue, file, simulator }: Settings, options: RunSettingsOptions): void {
  if (venue.kind === 'simulator') return;
  const [first] = (['at', 'speed', 'nightSpeed', 'seed', 'prices'] as const).filter(
    (name) => options[name] !== undefined,
  );
  if (first !== undefined && !areOnLoopback(Object.values(venue.hosts))) {
    throw cliFailure(
      'usage',
      `Option ${flagOf(first)} is for the simulator, and hosts are configured`,
      {
        file,
        next: `Leave out ${flagOf(first)}, or the hosts`,
      },
    );
  }
  if (options.prices !== undefined) {
    throw cliFailure('usage', 'Option --prices is for the built-in simulator', {
      next: 'Give it to the simulator: sauda sim --prices FILE',
    });
  }
  const isTimeless = simulator.startAtMs === null || simulator.startedRealMs !== undefined;
  if (options.speed !== undefined && options.at === undefined && isTimeless) {
    throw cliFailure('usage', 'A clock of its own has a time and a speed: --at is missing', {
      next: 'Say with --at what time it is at the simulator',
    });
  }
}
