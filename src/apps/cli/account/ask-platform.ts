import { type Result } from '../../../base/result.ts';
import {
  answered,
  connectReader,
  type PlatformReader,
  type Unanswered,
} from '../../../venues/connect-reader.ts';
import { type RunRefusal } from '../../../venues/run-refusal.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { onSimulator } from './on-simulator.ts';
import { readOperatorSettings, withoutPlatform } from './operator-settings.ts';

/** Which platform to ask. */
export const PLATFORM_OPTIONS = [
  ['--config <file>', 'configuration with hosts and credentials'],
  ['--sim <file>', 'ask a simulator: file with the line of "sauda sim --json"'],
  JSON_LINE,
] as const;

/** Options of commands that ask a platform. */
export type PlatformOptions = OptionsOf<typeof PLATFORM_OPTIONS>;

/**
 * Connects for reading, logs in, asks, and closes the connection whatever happens. Of the configuration it needs the account and
 * its platform alone.
 *
 * @throws {CliFailure} when the configuration, the login or the answer is not usable
 */
export async function askPlatform<Value>(
  context: CliContext,
  { config, sim }: PlatformOptions,
  ask: (reader: PlatformReader, login: Login) => Value | Promise<Value>,
): Promise<Value> {
  const { settings, problems } = readOperatorSettings(context, { config, secrets: 'required' });
  const asked = sim === undefined ? settings : onSimulator(context, settings, sim);
  if (asked.venue.kind === 'simulator' && problems.length > 0) throw withoutPlatform(problems);
  const reader = valueOf(connectReader(asked));
  try {
    const login = valueOf(answered(await reader.auth.login(), 'Cannot log in'));
    return await ask(reader, login);
  } finally {
    await reader.close();
  }
}

type Login = Extract<
  Awaited<ReturnType<PlatformReader['auth']['login']>>,
  { readonly kind: 'accepted' }
>['value'];

/**
 * The value of an answer.
 *
 * @throws {CliFailure} when there is none
 */
export function valueOf<Value>(answer: Result<Value, Unanswered | RunRefusal>): Value {
  if (answer.ok) return answer.value;
  throw new CliFailure(answer.error.kind, answer.error.problems);
}

/** Reports records that the platform sent and that could not be read. */
export function tellMalformed(
  { terminal }: CliContext,
  malformed: readonly { readonly index: number; readonly problem: string }[],
): void {
  for (const { index, problem } of malformed) {
    terminal.err(`Record ${String(index)} could not be read: ${problem}\n`);
  }
}
