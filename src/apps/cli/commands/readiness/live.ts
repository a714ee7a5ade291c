import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type Command } from 'commander';
import { z } from 'zod';

import {
  armLive,
  type LiveAccount,
  type LiveStanding,
  liveStanding,
} from '../../../../daemon/arming/arm-live.ts';
import { armedRuns, armingPathOf, removeArming } from '../../../../daemon/arming/arming-file.ts';
import { jsonFromApi, postToApi } from '../../../../daemon/api/ask-api.ts';
import { liveStandingSchema } from '../../../../daemon/api/live-routes.ts';
import { type DayStatus } from '../../../../day/day-status.ts';
import { isJournalInUse, journalPathOf } from '../../../../day/journal/open-day-journal.ts';
import { type Veto } from '../../../../model/orders/halt-and-lock.ts';
import { runName } from '../../../../model/runs/run.ts';
import { istClock } from '../../../../model/time/ist.ts';
import { valueOf } from '../../account/ask-platform.ts';
import { confirmAccount } from '../../account/confirm-account.ts';
import {
  addressOf,
  askJournal,
  CONTROL_OPTIONS,
  type ControlOptions,
  REQUEST_OPTIONS,
  requestId,
} from '../../account/control-options.ts';
import { onSimulator } from '../../account/on-simulator.ts';
import { type CliContext } from '../../cli-context.ts';
import { cliFailure } from '../../cli-failure.ts';
import { readSettings } from '../../files/read-settings.ts';
import { declare, type OptionsOf } from '../../options/declared-option.ts';
import { optionParser } from '../../options/option-parsers.ts';
import { printJson, printLines } from '../../output.ts';
import { askedEntries, loadStrategies } from '../../strategies/load-strategies.ts';
import { type Line, span } from '../../view/span.ts';

const parseClock = optionParser('an IST time, HH:MM', (text) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined,
);

const ARM_OPTIONS = [
  ...REQUEST_OPTIONS,
  [
    '--until <time>',
    'IST time, at most the last close of today',
    { parse: parseClock, isMandatory: true },
  ],
  ['--account <name>', "the account's name, in place of typing it on a terminal"],
  ['--without-promotion', 'also strategies that lack clean paper days'],
] as const;

type ArmOptions = OptionsOf<typeof ARM_OPTIONS>;

const ARM_HELP = `
Lets a live account enter today, with exactly the strategies, parameters and brokers that it names: a change of one disarms
that strategy. It survives restarts of today, never a night. What still keeps entries back is listed, and the code is then 1.

Examples:
  sauda live arm --until 15:30 --reason "expiry day, as planned"
  sauda live arm --until 12:00 --reason "morning only" --account main --config live.yaml`;

const DISARM_HELP = `
Entries are refused from now on; exits go on. Working entries stay: sauda halt cancels them, too.

Example:
  sauda live disarm --config live.yaml`;

const STATUS_HELP = `
Code 0 when nothing keeps entries back, else 1.

Example:
  sauda live status --config live.yaml --json`;

/** `sauda live`: arms a live account for the day, disarms it, and shows what is missing. */
export function addLive(command: Command, context: CliContext): void {
  declare(command.command('arm'), ARM_OPTIONS, ARM_HELP)
    .description('Let a live account enter until a time of today')
    .argument('[strategy...]', 'strategy files, as "sauda run" has them')
    .action(async (files: readonly string[], options: ArmOptions) => {
      const account = await accountFor(context, options, files);
      await confirmAccount(context, account.settings.account, {
        given: options.account,
        purpose: 'arm it',
        undone: 'nothing was armed',
      });
      const { until, reason, withoutPromotion: isWithoutPromotion = false } = options;
      const typed = { until, reason, by: userInfo().username };
      const { settings, strategies: loaded, journalPath } = account;
      const strategies = armedRuns(loaded, settings);
      const asked = { ...typed, withoutPromotion: isWithoutPromotion, strategies };
      const body = { ...asked, account: settings.account };
      const told = await post(journalPath, { path: '/v1/live/arm', body });
      // What may be done already is done again: an arming takes the place of an earlier one.
      const standing = told ?? valueOf(armLive(account, { ...typed, isWithoutPromotion }));
      await show(context, options, { account, standing, isTold: told !== null });
    });
  declare(command.command('disarm'), CONTROL_OPTIONS, DISARM_HELP)
    .description('Keep the entries of a live account back from now on')
    .action(async (options: ControlOptions) => {
      const { journalPath, settings } = accountPlace(context, options);
      const body = { account: settings.account };
      const told = await post(journalPath, { path: '/v1/live/disarm', body });
      const wasArmed = removeArming(armingPathOf(journalPath)) || told?.wasArmed === true;
      const text = wasArmed ? 'disarmed: entries are kept back, exits go on' : 'was not armed';
      if (options.json === true) printJson(context, { schemaVersion: 1, wasArmed });
      else printLines(context, [text]);
    });
  declare(command.command('status'), CONTROL_OPTIONS, STATUS_HELP)
    .description('Show what keeps the entries of a live account back')
    .argument('[strategy...]', 'strategy files, as "sauda run" has them')
    .action(async (files: readonly string[], options: ControlOptions) => {
      const account = await accountFor(context, options, files);
      const { journalPath } = account;
      const found = isJournalInUse(journalPath) ? await jsonFromApi(journalPath, '/v1/live') : null;
      const told = liveStandingSchema.safeParse(found).data ?? null;
      const standing = told ?? valueOf(liveStanding(account));
      await show(context, options, { account, standing, isTold: told !== null });
    });
}

/** @throws {CliFailure} when no journal belongs to it */
export function accountPlace(
  context: CliContext,
  { config, sim, journal }: ControlOptions,
): Pick<LiveAccount, 'settings' | 'journalPath'> {
  const configured = readSettings(context, { config, secrets: 'skipped' });
  const settings = sim === undefined ? configured : onSimulator(context, configured, sim);
  const own = journal === undefined ? null : resolve(context.workingDirectory, journal);
  const journalPath = own ?? journalPathOf(settings);
  if (journalPath !== null) return { settings, journalPath };
  throw cliFailure('configuration', 'The built-in simulator needs no arming', {
    allowed: 'a configuration with hosts, --sim FILE or --journal FILE',
  });
}

/** An account with its strategies, as a command names them. */
export async function accountFor(
  context: CliContext,
  options: ControlOptions,
  files: readonly string[],
): Promise<LiveAccount> {
  const { settings, journalPath } = accountPlace(context, options);
  const entries = askedEntries(context, settings, files);
  return { settings, journalPath, strategies: await loadStrategies(context, entries, settings) };
}

const answerSchema = liveStandingSchema.extend({ wasArmed: z.exactOptional(z.boolean()) });
type LiveAnswer = z.infer<typeof answerSchema>;

/** What the running program answers; null where files decide, as its word on what was asked is not known. */
async function post(
  journalPath: string,
  asked: { readonly path: string; readonly body: object },
): Promise<LiveAnswer | null> {
  if (!isJournalInUse(journalPath)) return null;
  const posted = await postToApi(journalPath, { id: requestId(), ...asked });
  return posted.kind === 'done' ? (answerSchema.safeParse(posted.answer).data ?? null) : null;
}

/** A program looks once a second: then its own answer says what is missing. */
const SEEN_WITHIN_MS = 1_500;

interface Shown {
  readonly account: LiveAccount;
  readonly standing: LiveStanding | LiveAnswer;
  /** Whether the running program says so. */
  readonly isTold: boolean;
}

async function show(
  context: CliContext,
  options: ControlOptions,
  { account: { journalPath, settings }, standing, isTold }: Shown,
): Promise<void> {
  const { arming, isNeeded } = standing;
  const told = isNeeded && !isTold ? await vetoesOf(journalPath) : null;
  const missing = isNeeded ? (told ?? standing.missing) : [];
  if (missing.length > 0) context.finish('found');
  const source = isTold || told !== null ? 'program' : 'files';
  if (options.json === true) {
    const { account } = settings;
    printJson(context, { schemaVersion: 1, account, isNeeded, arming, source, missing });
    return;
  }
  const left: readonly Line[] =
    missing.length === 0
      ? [span('nothing keeps entries back', 'good')]
      : missing.flatMap((of) => linesOf(of, addressOf(options)));
  printLines(context, [headOf(standing), ...left]);
}

/** What the running program keeps entries back for; null where it does not answer. */
async function vetoesOf(journalPath: string): Promise<readonly Veto[] | null> {
  if (!isJournalInUse(journalPath)) return null;
  await delay(SEEN_WITHIN_MS);
  const asked = await askJournal(journalPath, { action: 'status' });
  // Only our own program answers in this directory, which is its owner's alone.
  return asked.kind === 'answered' ? (asked.answer.status as DayStatus).vetoes : null;
}

function headOf({ arming, isNeeded }: Shown['standing']): Line {
  if (!isNeeded) return 'entries of this account need no arming';
  if (arming === null) return span('not armed', 'bad');
  const { untilMs, by, reason, strategies } = arming;
  const names = strategies.map(({ name }) => name).join(', ');
  return [span(`armed until ${istClock(untilMs)} IST`, 'good'), ` by ${by}: ${names} (${reason})`];
}

function linesOf(
  { by, code, runId, found, next }: LiveAnswer['missing'][number],
  address: (command: string) => string,
): readonly Line[] {
  const whom = runId === null ? 'account' : runName(runId);
  const typed = next.startsWith('sauda ') ? address(next) : next;
  return [
    [span(`  ${by}: ${code}`, 'warning'), `  ${whom}: ${found}`],
    [span('    next  ', 'dim'), typed],
  ];
}
