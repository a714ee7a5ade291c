import { nearestWord } from '../../../base/nearest-word.ts';
import { type Checked, type Problem, problem } from '../../../base/problem.ts';
import { journalPathOf, keptJournalPath } from '../../../day/journal/open-day-journal.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../../settings/market/market-knowledge.ts';
import { SETTINGS_KEYS } from '../../../settings/settings-schema.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, formatFailure } from '../cli-failure.ts';
import {
  type ConfigToRead,
  findSettings,
  type WrittenSections,
  writtenSections,
} from '../files/read-settings.ts';

/** What leads to the journal of an account, and what its platform is reached with. */
const ACCOUNT_KEYS = ['account', 'mode', 'state'] as const;
const PLATFORM_KEYS = [...ACCOUNT_KEYS, 'brokerId', 'network', 'platform'] as const;

type SettingsKey = (typeof SETTINGS_KEYS)[number];

/** What a command for the operator goes by. */
export interface OperatorSettings {
  readonly settings: Settings;
  /** Of the account, whatever its platform is; null where the configuration has no hosts. */
  readonly journalPath: string | null;
  /** Why positions cannot be closed with these settings; empty where nothing is known against it. */
  readonly problems: readonly Problem[];
}

/**
 * Settings for a command that must work whatever became of the configuration: files of prices and strategies are not looked at,
 * and where it cannot be used as a whole, each section that can be used is, with a warning on stderr.
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
  const account = findSettings(context, { ...how, only: ACCOUNT_KEYS });
  const sections = writtenSections(context, config);
  const isInDoubt = areAmong(problems, ACCOUNT_KEYS) || isAccountInDoubt(sections);
  if (isInDoubt || !account.ok) throw unusable(problems);
  const closing =
    areAmong(problems, PLATFORM_KEYS) || areUnreadable(sections, PLATFORM_KEYS)
      ? { settings: account.value, problems }
      : closingSettings(context, how, { whole: problems, account: account.value });
  warnOnce(context, problems, closing.settings);
  return { ...closing, journalPath: keptJournalPath(closing.settings) };
}

type Closing = Pick<OperatorSettings, 'settings' | 'problems'>;

/** What can be used of a configuration, and why that is not enough to close positions. */
function closingSettings(
  context: CliContext,
  how: ConfigToRead,
  { whole, account }: { readonly whole: readonly Problem[]; readonly account: Settings },
): Closing {
  const platform = findSettings(context, { ...how, only: PLATFORM_KEYS });
  if (!platform.ok) return { settings: account, problems: platform.error };
  const keys = usableKeys(context, how);
  const settings = valueOr(findSettings(context, { ...how, only: keys }), platform.value);
  const isReached = settings.venue.kind === 'platform';
  // The book of a paper account fills at prices; the exits of a live one leave without, too.
  const isPriced = settings.mode === 'live' || keys.includes('prices');
  return { settings, problems: isReached && isPriced ? [] : whole };
}

/** A key that is misspelt leaves a default, which may be of another account or platform. */
function areAmong(problems: readonly Problem[], keys: readonly SettingsKey[]): boolean {
  return problems.some(({ nearest }) => keys.some((key) => key === nearest));
}

/** Whether one of the keys may be meant in what is not YAML: at the start of a line of it, or by a misspelt word. */
function areUnreadable({ unreadable }: WrittenSections, keys: readonly SettingsKey[]): boolean {
  const begins = new RegExp(`^\\W*(${keys.join('|')})\\b`, 'm');
  return unreadable.some(({ key, text }) => begins.test(text) || nearestWord(key, keys) !== null);
}

/**
 * Whether something may have been meant to name the account or its mode: what is not written has a default, and there may be such
 * an account. Where they are not both written, that is every word that is no section and resembles none, and all that is not YAML.
 */
function isAccountInDoubt(sections: WrittenSections): boolean {
  const { written, unreadable } = sections;
  if (areUnreadable(sections, ACCOUNT_KEYS)) return true;
  const isNamed = (['account', 'mode'] as const).every((key) => written.includes(key));
  const isStray = (word: string): boolean =>
    !SETTINGS_KEYS.some((key) => key === word) && nearestWord(word, SETTINGS_KEYS) === null;
  return !isNamed && (unreadable.length > 0 || written.some(isStray));
}

/** The keys of account and platform, and those that can be used beside them. */
function usableKeys(context: CliContext, how: ConfigToRead): readonly SettingsKey[] {
  return SETTINGS_KEYS.filter(
    (key) => findSettings(context, { ...how, only: [...PLATFORM_KEYS, key] }).ok,
  );
}

function valueOr(checked: Checked<Settings>, otherwise: Settings): Settings {
  return checked.ok ? checked.value : otherwise;
}

/** The refusal of a command that sends, with settings that have problems. */
export function withoutPlatform(problems: readonly Problem[]): CliFailure {
  const message = 'The configuration does not lead to the platform: nothing was sent';
  const next =
    'Fix the configuration and repeat the command, or close the account on the platform. "kill -USR2 PID" halts a running program';
  return new CliFailure('configuration', [...problems, problem(message, { next })]);
}

/** What is known of the market, with the additions of a configuration where it can be used. */
export function readOperatorKnowledge(
  context: CliContext,
  config: string | undefined,
): MarketKnowledge {
  const only = ['state', 'calendar'] as const;
  const found = findSettings(context, { config, secrets: 'skipped', files: 'skipped', only });
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
