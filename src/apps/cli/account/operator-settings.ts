import { type Problem, problem } from '../../../base/problem.ts';
import { journalPathOf, keptJournalPath } from '../../../day/journal/open-day-journal.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../../settings/market/market-knowledge.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, formatFailure } from '../cli-failure.ts';
import { type ConfigToRead, findSettings } from '../files/read-settings.ts';

/** What leads to the journal of an account, and what its platform is reached with. */
const ACCOUNT_KEYS = ['account', 'mode', 'state'] as const;
const PLATFORM_KEYS = [...ACCOUNT_KEYS, 'brokerId', 'network', 'platform'] as const;

/** What a command for the operator goes by. */
export interface OperatorSettings {
  readonly settings: Settings;
  /** Of the account, whatever its platform is; null where the configuration has no hosts. */
  readonly journalPath: string | null;
  /** Why the platform cannot be reached with these settings; empty where nothing is known against it. */
  readonly problems: readonly Problem[];
}

/**
 * Settings for a command that must work whatever became of the configuration: files of prices and strategies are not looked at,
 * and where it cannot be used as a whole, only what leads to the account is read, with a warning on stderr.
 *
 * @throws {CliFailure} with every problem of the configuration, where account, mode or state are in doubt
 */
export function readOperatorSettings(
  context: CliContext,
  { config, secrets = 'skipped' }: Pick<ConfigToRead, 'config' | 'secrets'>,
): OperatorSettings {
  const how = { config, secrets, files: 'skipped' } as const;
  const whole = findSettings(context, how);
  if (whole.ok) {
    return { settings: whole.value, journalPath: journalPathOf(whole.value), problems: [] };
  }
  const problems = whole.error;
  // A key that is misspelt leaves a default, which may be another account's.
  const isDoubtful = problems.some(({ nearest }) => ACCOUNT_KEYS.some((key) => key === nearest));
  const account = findSettings(context, { ...how, only: ACCOUNT_KEYS });
  if (isDoubtful || !account.ok) throw unusable(problems);
  warnOnce(context, problems, account.value);
  const platform = findSettings(context, { ...how, only: PLATFORM_KEYS });
  if (platform.ok && platform.value.venue.kind === 'platform') {
    return { settings: platform.value, journalPath: journalPathOf(platform.value), problems: [] };
  }
  return { settings: account.value, journalPath: keptJournalPath(account.value), problems };
}

/** What is known of the market, with the additions of a configuration where it can be used. */
export function readOperatorKnowledge(
  context: CliContext,
  config: string | undefined,
): MarketKnowledge {
  const found = findSettings(context, { config, secrets: 'skipped', files: 'skipped' });
  return loadMarketKnowledge(found.ok ? (found.value.calendar ?? undefined) : undefined);
}

/** Says what still reaches the program. */
function unusable(problems: readonly Problem[]): CliFailure {
  const message = 'The configuration does not lead to the account: nothing was done';
  const next =
    'Fix the configuration, or name the journal of the program: sauda halt --journal FILE. "kill -USR2 PID" (SIGUSR2) halts a running program without any file';
  return new CliFailure('configuration', [...problems, problem(message, { next })]);
}

const warned = new WeakSet<CliContext>();

/** Commands read the configuration more than once. */
function warnOnce(
  context: CliContext,
  problems: readonly Problem[],
  { account, mode }: Settings,
): void {
  if (warned.has(context)) return;
  warned.add(context);
  context.terminal.err(
    `warning: The configuration cannot be used as a whole; this continues for its account "${account}" (${mode})\n${formatFailure(problems)}`,
  );
}
