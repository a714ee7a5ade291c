import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { type Problem } from '../../../base/problem.ts';
import { type AccountBoard } from '../../../daemon/account-board.ts';
import { willBeIsolated } from '../../../daemon/isolation/open-strategy-host.ts';
import { withHandedOver } from '../../../daemon/isolation/with-handed-over.ts';
import { type RunDayOptions } from '../../../daemon/run-day-options.ts';
import { runDay } from '../../../daemon/run-day.ts';
import { type DaySummary } from '../../../day/day-summary.ts';
import { journalPathOf } from '../../../day/journal/open-day-journal.ts';
import { openQuarantine } from '../../../day/quarantine.ts';
import { armStrayFailures } from '../../../loading/stray-failures.ts';
import { watchDay } from '../../../loading/watch-turns.ts';
import { noticeOf } from '../../../notices/notice.ts';
import { commandsFor } from '../../../notices/operator-commands.ts';
import { toldAt } from '../../../notices/told-notice.ts';
import { accountsDirectory } from '../account/accounts-directory.ts';
import { addressOf } from '../account/control-options.ts';
import { openBoard } from '../account/open-board.ts';
import { runSettings } from '../account/run-settings.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { exitOf } from '../exit-of-day.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { parseInstant, parseReason, parseSpeed } from '../options/option-parsers.ts';
import { printJson } from '../output.ts';
import { listenForHaltSignal } from '../process-signals.ts';
import { daySummaryText } from '../report/day-summary.ts';
import { openGroups } from '../report/open-lines.ts';
import { askedEntries, describeUsable, loadUsable } from '../strategies/load-strategies.ts';
import { withoutQuarantined } from '../strategies/without-quarantined.ts';
import { createLiveView } from '../view/live-view.ts';
import { createPlainView } from '../view/plain-view.ts';
import { type DayDisplay } from '../view/run-standing.ts';
import { sanitize } from '../view/span.ts';

const OPTIONS = [
  ['--config <file>', 'configuration (default: sauda.yaml when it is there)'],
  ['--sim <file>', 'on a simulator: file with the line of "sauda sim --json"'],
  ['--log <file>', 'write every command, as JSON Lines'],
  ['--journal <file>', 'journal of the day, also with the built-in simulator'],
  [
    '--on-divergence <what>',
    'what to do with a run whose replay differs from the journal (default: hold)',
    { choices: ['hold', 'adopt', 'flatten', 'stop'] },
  ],
  [
    '--begin-anew <reason>',
    'trade though the journal is new and the day under way; as "sauda resume", for this start',
    parseReason,
  ],
  ['--plain', 'lines instead of a picture, on a terminal too'],
  ['--verbose', 'list all assumptions in the summary'],
  ['--json', 'the summary as one JSON line on stdout; lines of the day on stderr'],
  [
    '--at <time>',
    'simulator: start the day at this IST time, YYYY-MM-DDTHH:MM; with --sim, another than its own',
    parseInstant,
  ],
  [
    '--speed <n>',
    'simulator: seconds per real second, or max; with --sim, only beside --at',
    parseSpeed,
  ],
  ['--seed <text>', 'simulator: same seed, same day'],
  ['--prices <file>', 'simulator: a file of prices with an index in it'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Without hosts in the configuration the built-in simulator is the platform. A separate simulator (--sim) has its
own clock, and the run keeps step with it. Ctrl-C ends the day in order: the summary is
printed, orders and positions stay as they are.

On a platform the day is kept in a journal. After a stop or a crash the same command recovers the day and continues.
From another terminal: sauda status, halt, resume, flatten, resolve, release. SIGUSR2 halts as well.

Examples:
  sauda run                                                    what sauda.yaml says
  sauda run --config paper.yaml
  sauda run strategies/short-straddle.yaml --at 2026-10-30T09:10 --speed 600
  sauda run strategies/short-straddle.yaml --at 2026-10-30T09:10 --speed max --json
  sauda run strategies/short-straddle.yaml --sim sim.json --at 2026-10-30T09:10 --speed 10`;

/** `sauda run`: one trading day. */
export function addRun(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument(
      '[strategy...]',
      'strategy files (.ts, .js, .yaml) instead of those of the configuration',
    )
    .action((files: readonly string[], options: Options) => run(context, files, options));
}

async function run(context: CliContext, files: readonly string[], options: Options): Promise<void> {
  const settings = runSettings(context, options);
  armStrayFailures();
  watchDay();
  const { journal } = options;
  const absolute = (path: string): string => resolve(context.workingDirectory, path);
  const journalPath = journal === undefined ? journalPathOf(settings) : absolute(journal);
  const quarantine = journalPath === null ? null : openQuarantine(journalPath);
  const asked = askedEntries(context, settings, files);
  const { entries, notLoaded } = withoutQuarantined(context, asked, quarantine);
  const loaded = willBeIsolated(settings)
    ? await describeUsable(context, entries, { settings, journalPath })
    : await loadUsable(context, entries, { brokers: settings.brokers });
  const day = { settings, ...loaded, notLoaded, journalPath };
  await withHandedOver(loaded, async () => {
    refuseAtOnce(loaded.unusable, journalPath);
    await runLoaded(context, options, quarantine === null ? day : { ...day, quarantine });
  });
}

async function runLoaded(
  context: CliContext,
  options: Options,
  day: RunDayOptions & { readonly journalPath: string | null },
): Promise<void> {
  const { settings, journalPath } = day;
  const display = createDisplay(context, options);
  const followed = await openBoard(settings, {
    journalPath,
    logDirectory: settings.logs.directory,
    onNotice: display.note,
    environment: context.environment,
  });
  const running = runDay({
    ...day,
    ...(display.show === undefined ? {} : { onView: display.show }),
    onProgress: display.progress,
    onNotice: display.note,
    onDivergence: options.onDivergence ?? 'hold',
    beginAnew: options.beginAnew ?? null,
    listenForHalt: listenForHaltSignal,
    board: followed.board,
    accountsDirectory: accountsDirectory(context),
    signal: context.signal,
  });
  const result = await tellRefused(running, followed.board).finally(async () => {
    await followed.close();
    display.close();
  });
  if (!result.ok) throw new CliFailure(result.error.kind, result.error.problems);
  tellEnd(context, options, { summary: result.value, isKept: journalPath !== null });
}

/** A day that cannot begin is news to those who are not at this terminal; one on which the exchange is closed is not. */
async function tellRefused(
  running: ReturnType<typeof runDay>,
  board: AccountBoard,
): ReturnType<typeof runDay> {
  const result = await running;
  if (!result.ok && result.error.kind !== 'outside-window' && result.error.kind !== 'usage') {
    const cause = result.error.problems.map(({ message }) => message).join('; ');
    board.note(toldAt(Date.now(), noticeOf('day-not-begun', null, { cause })));
  }
  return result;
}

function tellEnd(
  context: CliContext,
  options: Options,
  { summary, isKept }: { readonly summary: DaySummary; readonly isKept: boolean },
): void {
  const { terminal, signal } = context;
  const isEndedEarly = signal.aborted;
  const saying = { isEndedEarly, isKept, address: addressOf(options) };
  if (options.json === true) {
    printJson(context, summary);
    for (const { texts, next } of openGroups(summary, saying)) {
      const lines = [...texts, ...next.map((line) => `    ${line}`)];
      terminal.err(lines.map((line) => `${sanitize(line)}\n`).join(''));
    }
  } else {
    const columns = terminal.isInteractive ? terminal.size().columns : Infinity;
    terminal.out(
      daySummaryText(summary, {
        columns,
        color: terminal.hasColor,
        isVerbose: options.verbose === true,
        saying,
      }),
    );
  }
  const exit = exitOf(summary, { isEndedEarly });
  if (exit !== null) context.finish(exit);
}

/**
 * Someone is there to read it, and before there is a journal nothing can be open. A day of a journal begins without them.
 *
 * @throws {CliFailure} with all that is wrong with them
 */
function refuseAtOnce(unusable: readonly Problem[], journalPath: string | null): void {
  if (unusable.length === 0 || (journalPath !== null && existsSync(journalPath))) return;
  throw new CliFailure('configuration', unusable);
}

function createDisplay({ terminal }: CliContext, options: Options): DayDisplay {
  const commands = commandsFor(addressOf(options));
  if (options.json === true) return createPlainView(terminal.err, commands);
  const leave = (): boolean => process.kill(process.pid, 'SIGINT');
  return terminal.isInteractive && options.plain !== true
    ? createLiveView(terminal, { leave, commands })
    : createPlainView(terminal.out, commands);
}
