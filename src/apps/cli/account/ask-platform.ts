import { type Result } from '../../../base/result.ts';
import {
  connectReader,
  type PlatformReader,
  type Unanswered,
} from '../../../venues/connect-reader.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { onSimulator } from './on-simulator.ts';

/** Which platform to ask. */
export const PLATFORM_OPTIONS = [
  ['--config <file>', 'configuration with hosts and credentials'],
  ['--sim <file>', 'ask a simulator: file with the line of "sauda sim --json"'],
  JSON_LINE,
] as const;

/** Options of commands that ask a platform. */
export type PlatformOptions = OptionsOf<typeof PLATFORM_OPTIONS>;

/**
 * Connects for reading, logs in, asks, and closes the connection whatever happens.
 *
 * @throws {CliFailure} when the configuration, the login or the answer is not usable
 */
export async function askPlatform<Value>(
  context: CliContext,
  options: PlatformOptions,
  ask: (reader: PlatformReader) => Promise<Value>,
): Promise<Value> {
  const settings = readSettings(context, { config: options.config });
  const connected = connectReader(
    options.sim === undefined ? settings : onSimulator(context, settings, options.sim),
  );
  if (!connected.ok) throw new CliFailure(connected.error.kind, connected.error.problems);
  try {
    return await ask(connected.value);
  } finally {
    await connected.value.close();
  }
}

/**
 * The value of an answer.
 *
 * @throws {CliFailure} when there is none
 */
export function valueOf<Value>(answer: Result<Value, Unanswered>): Value {
  if (answer.ok) return answer.value;
  throw new CliFailure(answer.error.kind, answer.error.problems);
}
