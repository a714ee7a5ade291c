import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { nearestWord } from '../../../base/nearest-word.ts';
import { shellWord } from '../../../base/shell-word.ts';
import { askApi } from '../../../daemon/api/ask-api.ts';
import { askDaemon, type Asked } from '../../../daemon/control/ask-daemon.ts';
import {
  type ControlAnswer,
  type ControlRequest,
} from '../../../daemon/control/control-request.ts';
import { type DayStatus } from '../../../day/day-status.ts';
import {
  isJournalInUse,
  journalPathOf,
  processOf,
  REFUSED_AS,
} from '../../../day/journal/open-day-journal.ts';
import { commandsFor, type OperatorCommands } from '../../../notices/operator-commands.ts';
import { retoldText } from '../../../notices/told-notice.ts';
import { type CliContext } from '../cli-context.ts';
import { type CliFailure, cliFailure } from '../cli-failure.ts';
import { type OptionsOf } from '../options/declared-option.ts';
import { parseReason } from '../options/option-parsers.ts';
import { printJson, printLines } from '../output.ts';
import { onSimulator } from './on-simulator.ts';
import { readOperatorSettings } from './operator-settings.ts';

/** Of a command that reaches the running program of a journal. */
export const CONTROL_OPTIONS = [
  ['--config <file>', 'configuration of the account (default: sauda.yaml)'],
  ['--journal <file>', 'journal of the running program, if "run" was given one'],
  ['--sim <file>', 'that of "run --sim": file with the line of "sauda sim --json"'],
  ['--json', 'one JSON line on stdout'],
] as const;

/** The same, with the reason that every change needs. */
export const REQUEST_OPTIONS = [
  ...CONTROL_OPTIONS,
  ['--reason <text>', 'why; kept in the journal', { parse: parseReason, isMandatory: true }],
] as const;

/** Options that every command for the operator has. */
export type ControlOptions = OptionsOf<typeof CONTROL_OPTIONS>;
/** Options of a request, which has a reason. */
export type RequestOptions = OptionsOf<typeof REQUEST_OPTIONS>;

/**
 * The journal of the program to reach. Never creates one.
 *
 * @throws {CliFailure} when there is none
 */
export function journalFor(context: CliContext, options: ControlOptions): string {
  const { path, account } = placeFor(context, options);
  if (existsSync(path) || isJournalInUse(path)) return path;
  if (isClosedToUser(dirname(path))) {
    throw notAllowed('This user may not look into the directory of the journal', path);
  }
  throw account === null ? noSuchJournal(path) : noJournalYet(path, account, options);
}

function isClosedToUser(directory: string): boolean {
  try {
    accessSync(directory, constants.X_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES';
  }
}

/** Signals, too, reach a program of another user from that user alone, and from root. */
function notAllowed(message: string, path: string): CliFailure {
  const owner = String(ownerOf(path));
  return cliFailure('configuration', `${message}: nothing was done`, {
    file: path,
    found: `user ${String(process.getuid?.() ?? 'of another account')}`,
    allowed: `the user that runs the program (user ${owner} by the directory), or root`,
    next: `Give the same command as that user: sudo -u '#${owner}' sauda …`,
  });
}

/** @throws what the file system says of its root */
function ownerOf(path: string): number {
  const directory = dirname(path);
  try {
    return statSync(directory).uid;
  } catch (error) {
    if (directory === path) throw error;
    return ownerOf(directory);
  }
}

/** A program whose files are gone sends nothing any more, and no command finds it by them. */
const IF_REMOVED =
  'If one runs all the same (look for it: pgrep -af "(sauda|main.[jt]s) (run|daemon)"), its journal was removed: put it back, or end that program (kill PID), which leaves orders and positions as they are, and handle them on the platform';

function noSuchJournal(path: string): CliFailure {
  const beside = journalsBeside(path);
  return cliFailure('configuration', 'There is no such journal: nothing was done', {
    found: path,
    allowed: beside.length === 0 ? `no journal is in ${dirname(path)}` : beside.join(', '),
    nearest: nearestWord(path, beside),
    next: `Name the journal of the running program: --journal FILE, or --config FILE of its account. ${IF_REMOVED}`,
  });
}

function noJournalYet(path: string, account: string, options: ControlOptions): CliFailure {
  return cliFailure(
    'configuration',
    `Account "${account}" has no journal there: nothing was done`,
    {
      found: path,
      next: `Start its program first: ${startCommandsOf(options)}. ${IF_REMOVED}`,
    },
  );
}

/** What starts the program of an account. */
function startCommandsOf(options: ControlOptions): string {
  return ['sauda run', 'sauda daemon'].map(addressOf(options)).join(', or ');
}

function journalsBeside(path: string): readonly string[] {
  const directory = dirname(path);
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.journal'))
      .sort()
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/**
 * Where a journal is to be, and the account that a configuration says it is of; null when none says so.
 *
 * @throws {CliFailure} when nothing leads to one
 */
function placeFor(context: CliContext, { journal, config, sim }: ControlOptions) {
  if (journal !== undefined) {
    return { path: resolve(context.workingDirectory, journal), account: null };
  }
  const configured = readOperatorSettings(context, { config });
  const settings =
    sim === undefined ? configured.settings : onSimulator(context, configured.settings, sim);
  const path = sim === undefined ? configured.journalPath : journalPathOf(settings);
  if (path !== null) return { path, account: settings.file === null ? null : settings.account };
  throw cliFailure(
    'configuration',
    'Without hosts in the configuration there is no journal to look for',
    {
      next: 'Name it: --sim FILE as "run --sim FILE" had it, or --journal FILE as "run --journal FILE" had it',
    },
  );
}

/** Asks the running program, and shows what came of it. Gives how the account stands after a request that was done, else null. */
export async function askProgram(
  context: CliContext,
  options: ControlOptions,
  request: ControlRequest,
): Promise<DayStatus | null> {
  const journalPath = journalFor(context, options);
  const asked = await askJournal(journalPath, request);
  if (asked.kind === 'not-left') throw notLeft(journalPath, request, asked.failure);
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, journal: journalPath, ...asked });
  } else {
    const commands = commandsFor(addressOf(options));
    const start = startCommandsOf(options);
    printLines(context, linesOf(asked, { request, journalPath, start, commands }));
  }
  if (asked.kind === 'withdrawn') context.finish('platform-unavailable');
  else if (asked.kind === 'taken') context.finish('halted');
  else if (asked.kind === 'answered' && isRefused(asked.answer)) context.finish('usage');
  // Only our own program answers in this directory, which is its owner's alone.
  else if (asked.kind === 'answered') return asked.answer.status as DayStatus;
  return null;
}

/** Without a file there is a signal; it reaches a program whose disk is full. */
function notLeft(
  journalPath: string,
  { action }: ControlRequest,
  { kind, detail }: Extract<Asked, { kind: 'not-left' }>['failure'],
): CliFailure {
  if (kind === 'read-only' && isOfOther(journalPath)) {
    const message = `"${action}" could not be left for the program: this user may not write its directory`;
    return notAllowed(message, journalPath);
  }
  const exit = REFUSED_AS[kind];
  const remedy =
    exit === 'halted'
      ? 'Free some space where the journal is'
      : "Give this user the right to write the journal's directory";
  const isRunning = isJournalInUse(journalPath);
  const pid = processOf(journalPath);
  const halt = `"kill -USR2 ${pid === null ? 'PID' : String(pid)}" halts the running program without a file`;
  return cliFailure(exit, `"${action}" could not be left for the program: ${detail}`, {
    file: journalPath,
    found: isRunning ? 'a running program' : 'no running program',
    next: `${isRunning ? `${halt}. For anything else: ` : ''}${remedy}, and repeat the command`,
  });
}

/** Whether the journal's directory belongs to another user: then it is not the disk that is read-only. */
function isOfOther(journalPath: string): boolean {
  const user = process.getuid?.();
  return user !== undefined && user !== 0 && user !== ownerOf(journalPath);
}

function isRefused({ told }: ControlAnswer): boolean {
  return told.length > 0 && told.every(({ severity }) => severity === 'warning');
}

/** Names a request: later ones sort after it. */
export function requestId(): string {
  return `${String(Date.now()).padStart(15, '0')}-${String(process.pid)}`;
}

/** Asks the running program of a journal: through its API, or by files where it has none or does not answer. */
export async function askJournal(journalPath: string, request: ControlRequest): Promise<Asked> {
  const asked = { id: requestId(), request };
  return (await askApi(journalPath, asked)) ?? askDaemon(journalPath, asked);
}

interface AskedOf {
  readonly request: ControlRequest;
  readonly journalPath: string;
  readonly start: string;
  readonly commands: OperatorCommands;
}

function linesOf(
  asked: Exclude<Asked, { kind: 'not-left' }>,
  { request: { action }, journalPath, start, commands }: AskedOf,
): readonly string[] {
  const noAnswer = `No running program of ${journalPath} answered: "${action}"`;
  switch (asked.kind) {
    case 'answered':
      if (asked.answer.told.length === 0) return ['Accepted; nothing to do'];
      return asked.answer.told.map((told) => {
        const text = retoldText(told, commands);
        return told.severity === 'info' ? text : `${told.severity}: ${text}`;
      });
    case 'queued':
      return [`${noAnswer} is kept and done first thing at the next start`];
    case 'withdrawn':
      return [
        `${noAnswer} was taken back, nothing was done`,
        isJournalInUse(journalPath)
          ? 'A program has the journal and does not listen: check its output and repeat the command'
          : `No program runs: start it again with the same command (${start}), then "${action}" again`,
      ];
    case 'taken':
      return [
        `The program of ${journalPath} took "${action}" and left no answer: it may be done, or not`,
        `Look at "${commands.status()}" before you repeat it; the output of the program says more (its disk may be full)`,
      ];
  }
}

/** Makes commands reach the account that was asked about: adds the `--config`, `--journal` or `--sim` that was given. */
export function addressOf(options: ControlOptions): (command: string) => string {
  const given = (['config', 'journal', 'sim'] as const).flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : ` --${name} ${shellWord(value)}`;
  });
  return (command) => `${command}${given.join('')}`;
}
