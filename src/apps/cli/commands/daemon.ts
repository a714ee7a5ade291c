import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { type Checked, problem } from '../../../base/problem.ts';
import { fail, ok } from '../../../base/result.ts';
import { AccountBoard } from '../../../daemon/account-board.ts';
import { closesInTime } from '../../../daemon/days/close-in-time.ts';
import { notifySystemd, type SystemdNotices } from '../../../daemon/days/notify-systemd.ts';
import { type DaemonEnd, type RunDaemonOptions } from '../../../daemon/days/run-daemon-options.ts';
import { logDirectoryOf } from '../../../daemon/logs/log-place.ts';
import { runDaemon } from '../../../daemon/days/run-daemon.ts';
import { standBy, type TakenAccount } from '../../../daemon/standby/stand-by.ts';
import { type DaySummary } from '../../../day/day-summary.ts';
import { journalPathOf } from '../../../day/journal/open-day-journal.ts';
import { armStrayFailures } from '../../../loading/stray-failures.ts';
import { watchDay } from '../../../loading/watch-turns.ts';
import { commandsFor } from '../../../notices/operator-commands.ts';
import { type Settings } from '../../../settings/settings.ts';
import { accountsDirectory } from '../account/accounts-directory.ts';
import { addressOf } from '../account/control-options.ts';
import { openBoard } from '../account/open-board.ts';
import { runSettings } from '../account/run-settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { exitOfDays } from '../exit-of-day.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { parseCount, parseInstant, parseReason, parseSpeed } from '../options/option-parsers.ts';
import { listenForHaltSignal } from '../process-signals.ts';
import { daySummaryText } from '../report/day-summary.ts';
import { createDayLoader } from '../strategies/day-loader.ts';
import { createDaemonJson, createDaemonLines, type DaemonView } from '../view/daemon-view.ts';

const OPTIONS = [
  ['--config <file>', 'configuration (default: sauda.yaml when it is there)'],
  ['--sim <file>', 'on a simulator: file with the line of "sauda sim --json"'],
  ['--journal <file>', 'journal of the account, also with the built-in simulator'],
  ['--log <file>', 'write every command of the current day, as JSON Lines'],
  [
    '--on-divergence <what>',
    'what to do with a run whose replay differs from the journal (default: hold)',
    { choices: ['hold', 'adopt', 'flatten', 'stop'] },
  ],
  [
    '--begin-anew <reason>',
    'trade though the journal is new and the day under way; for the first day of this start',
    parseReason,
  ],
  ['--standby', 'while another process trades the account, follow it, and take over when it ends'],
  ['--days <n>', 'end after so many trading days', parseCount],
  ['--json', 'one JSON line for each standing, notice and day'],
  ['--at <time>', 'simulator: start at this IST time, YYYY-MM-DDTHH:MM', parseInstant],
  ['--speed <n>', 'simulator: seconds per real second, or max', parseSpeed],
  ['--night-speed <n>', 'simulator: the same between trading days', parseSpeed],
  ['--seed <text>', 'simulator: same seed, same days'],
  ['--prices <file>', 'simulator: a file of prices with an index in it'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Opens every trading day by the calendar, runs it as "sauda run" does, closes it and writes its report to
reports/ in the state directory; then it waits for the next one. A day that cannot begin is tried again until its
last close. Start it again after any end: the day continues from its journal.

Ctrl-C or SIGTERM ends it within 10 s, orders and positions stay as they are; a second one at once.
From another terminal: sauda status, halt, resume, flatten, resolve, release. SIGUSR2 halts as well.

Examples:
  sauda daemon --config live.yaml
  sauda daemon --config paper.yaml --json >> days.jsonl
  sauda daemon --config live.yaml --standby     # the same command twice: one trades, one stands by
  sauda daemon strategies/short-straddle.yaml --at 2026-10-30T06:00 --speed max --days 5`;

/** `sauda daemon`: an account's trading days, one after another. */
export function addDaemon(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument(
      '[strategy...]',
      'strategy files (.ts, .js, .yaml) instead of those of the configuration',
    )
    .action((files: readonly string[], options: Options) => daemon(context, files, options));
}

/**
 * Someone is there to read it at the start; what is wrong inside a file keeps that strategy from a day, and no other.
 *
 * @throws {CliFailure} for a strategy whose file is not there
 */
function refuseMissing({ workingDirectory }: CliContext, files: readonly string[]): void {
  const missing = files.filter((file) => !existsSync(resolve(workingDirectory, file)));
  if (missing.length === 0) return;
  const next = 'Correct the path, or write the file';
  const problems = missing.map((file) => problem('No such strategy file', { file, next }));
  throw new CliFailure('configuration', problems);
}

async function daemon(
  context: CliContext,
  files: readonly string[],
  options: Options,
): Promise<void> {
  const { signal } = context;
  const settings = runSettings(context, options);
  refuseMissing(context, files);
  armStrayFailures();
  watchDay();
  const { journal } = options;
  const journalPath =
    journal === undefined ? journalPathOf(settings) : resolve(context.workingDirectory, journal);
  const view = viewOf(context, options);
  const reportText = textOf(options);
  const account = accountOf(context, files, { options, settings, journalPath });
  const taken = options.standby === true ? await stoodBy(context, account, view) : null;
  if (taken === 'stopped') return;
  const { board, close } = await openBoard(settings, {
    journalPath,
    // On the built-in simulator a log is kept where one is asked for.
    logDirectory: journalPath === null ? settings.logs.directory : logDirectoryOf(settings),
    onNotice: view.note,
    environment: context.environment,
  });
  showStandings(board, view);
  const systemd = systemdOf(context, board);
  const inTime = closesInTime(signal);
  const own = {
    onProgress: view.progress,
    onBeat: systemd.beat,
    onNotice: view.note,
    onDayOver: (summary: DaySummary) => {
      view.dayOver(summary, reportText(summary));
    },
  };
  const ended = await runDaemon({ ...account, ...own, board }, taken).finally(() => {
    systemd.close();
    return inTime(close());
  });
  if (!ended.ok) throw new CliFailure(ended.error.kind, ended.error.problems);
  tellEndOfDays(context, ended.value, { view, text: textOf(options, true) });
}

/** What the process of an account is given, whether it trades or stands by. */
function accountOf(
  context: CliContext,
  files: readonly string[],
  {
    options,
    settings,
    journalPath,
  }: Pick<RunDaemonOptions, 'settings' | 'journalPath'> & { readonly options: Options },
): Omit<RunDaemonOptions, 'board'> {
  const { onDivergence, beginAnew = null } = options;
  return {
    settings,
    configuration: () => configurationNow(context, options),
    load: createDayLoader(context, { files, journalPath }),
    journalPath,
    accountsDirectory: accountsDirectory(context),
    reportText: textOf(options),
    listenForHalt: listenForHaltSignal,
    beginAnew,
    signal: context.signal,
    ...(onDivergence === undefined ? {} : { onDivergence }),
    ...(options.days === undefined ? {} : { daysMax: options.days }),
  };
}

/** Waits until the account is this process's; or until it is asked to end. */
async function stoodBy(
  context: CliContext,
  account: Omit<RunDaemonOptions, 'board'>,
  view: DaemonView,
): Promise<TakenAccount | 'stopped'> {
  // What follows the account serves its API: it is opened once the account is this process's.
  const board = new AccountBoard(account.settings);
  showStandings(board, view);
  const systemd = systemdOf(context, board);
  try {
    const taken = await standBy({ ...account, board, onBeat: systemd.beat });
    if (!taken.ok) throw new CliFailure(taken.error.kind, taken.error.problems);
    return taken.value ?? 'stopped';
  } finally {
    systemd.close();
  }
}

function viewOf({ terminal }: CliContext, options: Options): DaemonView {
  const create = options.json === true ? createDaemonJson : createDaemonLines;
  return create(terminal.out, commandsFor(addressOf(options)));
}

function systemdOf(
  { environment, terminal, signal }: CliContext,
  board: AccountBoard,
): SystemdNotices {
  return notifySystemd({
    environment,
    board,
    signal,
    onTrouble: (detail) => {
      terminal.err(`systemd cannot be reached: ${detail}\n`);
    },
  });
}

function showStandings(board: AccountBoard, view: DaemonView): void {
  let isFirst = true;
  board.follow({
    onStanding: (standing) => {
      // What a board says before anything is done is no news.
      if (!isFirst) view.standing(standing);
      isFirst = false;
    },
  });
}

function configurationNow(context: CliContext, options: Options): Checked<Settings> {
  try {
    return ok(runSettings(context, options));
  } catch (error) {
    if (error instanceof CliFailure) return fail(error.problems);
    throw error;
  }
}

function textOf(options: Options, isEndedEarly = false): (summary: DaySummary) => string {
  const saying = {
    isEndedEarly,
    isKept: true,
    address: addressOf(options),
    start: 'sauda daemon',
  };
  return (summary) =>
    daySummaryText(summary, { columns: Infinity, color: false, isVerbose: false, saying });
}

/** Says what a day that the end cut short leaves to do. */
function tellEndOfDays(
  context: CliContext,
  ended: DaemonEnd,
  { view, text }: { readonly view: DaemonView; readonly text: (summary: DaySummary) => string },
): void {
  const { endedEarly, isForced } = ended;
  if (isForced) {
    context.terminal.err('Something did not end in time and is left: the next start recovers it\n');
  }
  if (endedEarly !== null) view.dayOver(endedEarly, text(endedEarly));
  const exit = exitOfDays(ended, { isStopped: context.signal.aborted });
  if (exit !== null) context.finish(exit);
}
