import { resolve } from 'node:path';

import { type Command } from 'commander';

import { nearestWord } from '../../../base/nearest-word.ts';
import { logDirectoryOf, logNameOf } from '../../../daemon/logs/log-place.ts';
import { LOG_LEVELS, type LogSource, type ShownLogLine } from '../../../daemon/logs/read-log.ts';
import { isJournalInUse, journalPathOf } from '../../../day/journal/open-day-journal.ts';
import { type Settings } from '../../../settings/settings.ts';
import { CONTROL_OPTIONS } from '../account/control-options.ts';
import { type LogFeed, logInFiles, logOfProgram } from '../account/log-feed.ts';
import { onSimulator } from '../account/on-simulator.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { optionParser, parseCount, parseDate } from '../options/option-parsers.ts';
import { sanitize } from '../view/span.ts';

const [CONFIG, JOURNAL, SIM] = CONTROL_OPTIONS;

const parseSince = optionParser('an IST time, HH:MM', (text) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined,
);

const OPTIONS = [
  CONFIG,
  JOURNAL,
  SIM,
  ['--date <date>', 'one day: YYYY-MM-DD (default: the last)', parseDate],
  ['--since <time>', 'lines from an IST time of the day on: HH:MM', parseSince],
  ['--lines <n>', 'the last lines alone, and with --follow what comes after them', parseCount],
  ['--level <level>', 'lines of this level and above (default: info)', { choices: LOG_LEVELS }],
  ['--run <run>', 'lines of one run, by its name or id'],
  ['--follow', 'wait for more, until Ctrl-C'],
  ['--json', 'lines as they are in the file'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
A line is the time, the level, the run where it is of one, the code of a notice, and the message. A program that runs is asked
through its API, wherever its configuration puts the log; without one the files are read.

Examples:
  sauda logs
  sauda logs --lines 50 --follow --level warning
  sauda logs --date 2026-11-23 --since 09:15 --run straddle
  sauda logs --json | jq 'select(.code == "order-unknown")'`;

/** Lines that are handed on at once. */
const LINES_AT_ONCE = 2_000;

/** `sauda logs`: what the log of an account says. */
export function addLogs(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => show(context, options));
}

async function show(context: CliContext, options: Options): Promise<void> {
  const settings = settingsOf(context, options);
  const feed = await feedOf(context, options, settings);
  refuseUnknownDay(feed, options, settings);
  const isWanted = wantedBy(options, feed);
  const take = (lines: Iterable<ShownLogLine>): Promise<void> =>
    hand(context, options, filtered(lines, isWanted));
  for await (const portion of feed.present()) await take(portion);
  if (options.follow === true) await feed.follow(context.signal, take);
}

/** @throws {CliFailure} when it cannot be read, or options exclude each other */
function settingsOf(context: CliContext, { config, sim, date, lines }: Options): Settings {
  if (lines !== undefined && date !== undefined) {
    throw cliFailure('usage', 'The last lines are those of the last day', {
      found: '--lines beside --date',
      allowed: 'one of them',
    });
  }
  const configured = readSettings(context, { config, secrets: 'skipped' });
  return sim === undefined ? configured : onSimulator(context, configured, sim);
}

function wantedBy(
  { date, since, follow }: Options,
  { dates }: LogFeed,
): (line: ShownLogLine) => boolean {
  const isOfDay = date !== undefined && follow !== true;
  const fromTime = since === undefined ? '' : `${date ?? dates.at(-1) ?? ''}T${since}`;
  return ({ time }) => time >= fromTime && (!isOfDay || time.startsWith(date));
}

/** The program's own log where one runs and answers, else what files have. */
async function feedOf(
  { workingDirectory }: CliContext,
  { journal, date, lines, level = 'info', run }: Options,
  settings: Settings,
): Promise<LogFeed> {
  const choice = { level, run: run ?? null };
  const asked = { choice, from: date ?? null, linesMax: lines ?? null };
  const named = journal === undefined ? null : resolve(workingDirectory, journal);
  const journalPath = named ?? journalPathOf(settings);
  const isRunning = journalPath !== null && isJournalInUse(journalPath);
  const told = isRunning ? await logOfProgram(journalPath, asked) : null;
  return told ?? logInFiles(sourceOf(settings), asked);
}

function sourceOf(settings: Settings): LogSource {
  return { directory: logDirectoryOf(settings), name: logNameOf(settings) };
}

/** @throws {CliFailure} when there is no such day, or no log at all */
function refuseUnknownDay({ dates }: LogFeed, { date, follow }: Options, settings: Settings): void {
  if (follow === true && date === undefined) return;
  if (dates.length === 0) {
    const { directory, name } = sourceOf(settings);
    throw cliFailure('usage', `There is no log "${name}" in "${directory}"`, {
      next: 'Set logs.directory in the configuration for "sauda run"; a daemon writes one by itself',
    });
  }
  if (date === undefined || dates.includes(date)) return;
  throw cliFailure('usage', 'The log has no such day', {
    found: date,
    allowed: dates.slice(-20).join(', '),
    nearest: nearestWord(date, dates),
  });
}

function* filtered(
  lines: Iterable<ShownLogLine>,
  isWanted: (line: ShownLogLine) => boolean,
): Generator<ShownLogLine> {
  for (const line of lines) if (isWanted(line)) yield line;
}

async function hand(
  { terminal, signal }: CliContext,
  { json }: Options,
  lines: Iterable<ShownLogLine>,
): Promise<void> {
  let chunk: string[] = [];
  const handOn = async (): Promise<void> => {
    if (chunk.length === 0) return;
    terminal.out(`${chunk.join('\n')}\n`);
    chunk = [];
    await terminal.flush();
  };
  for (const line of lines) {
    if (signal.aborted) return;
    chunk.push(json === true ? line.text : lineFor(line));
    if (chunk.length >= LINES_AT_ONCE) await handOn();
  }
  await handOn();
}

function lineFor({ time, level, runId, code, message }: ShownLogLine): string {
  const at = time.slice(0, 23).replace('T', ' ');
  const about = [runId, code].filter((part) => part !== null).join(' ');
  return sanitize(`${at}  ${level.padEnd(8)}  ${about === '' ? '' : `${about}  `}${message}`);
}
