import { setTimeout as sleep } from 'node:timers/promises';

import { type Command } from 'commander';

import { nearestWord } from '../../../base/nearest-word.ts';
import { logDirectoryOf, logNameOf } from '../../../daemon/logs/log-place.ts';
import {
  LOG_LEVELS,
  logDates,
  type LogChoice,
  logLines,
  type LogSource,
  type ShownLogLine,
} from '../../../daemon/logs/read-log.ts';
import { type IstDate } from '../../../model/time/ist.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { parseDate } from '../options/option-parsers.ts';
import { sanitize } from '../view/span.ts';

const OPTIONS = [
  ['--config <file>', 'configuration (default: sauda.yaml when it is there)'],
  ['--date <date>', 'one day: YYYY-MM-DD (default: the last)', parseDate],
  ['--level <level>', 'lines of this level and above (default: info)', { choices: LOG_LEVELS }],
  ['--run <run>', 'lines of one run, by its name or id'],
  ['--follow', 'wait for more, until Ctrl-C'],
  ['--json', 'lines as they are in the file'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
A line is the time, the level, the run where it is of one, the code of a notice, and the message.

Examples:
  sauda logs
  sauda logs --follow --level warning
  sauda logs --date 2026-11-23 --run straddle
  sauda logs --json | jq 'select(.code == "order-unknown")'`;

const LOOK_EVERY_MS = 250;
/** Lines that are handed on at once. */
const LINES_AT_ONCE = 2_000;

/** `sauda logs`: what the log of an account says. */
export function addLogs(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP).action((options: Options) => show(context, options));
}

async function show(context: CliContext, options: Options): Promise<void> {
  const settings = readSettings(context, { config: options.config, secrets: 'skipped' });
  const source = sourceOf(settings);
  const date = dateOf(source, options);
  const { level = 'info', run = null } = options;
  const choice: LogChoice = { level, run };
  const lines = logLines({ ...source, from: date ?? '' });
  const isWanted = ({ time }: ShownLogLine): boolean =>
    options.date === undefined || options.follow === true || time.startsWith(options.date);
  do {
    await hand(context, options, filtered(lines.next(choice), isWanted));
    if (options.follow === true) await pause(context.signal);
  } while (options.follow === true && !context.signal.aborted);
}

function sourceOf(settings: Settings): LogSource {
  return { directory: logDirectoryOf(settings), name: logNameOf(settings) };
}

/** @throws {CliFailure} when there is no such day, or no log at all */
function dateOf(source: LogSource, { date, follow }: Options): IstDate | null {
  const dates = logDates(source);
  if (follow === true && date === undefined) return dates.at(-1) ?? null;
  if (dates.length === 0) {
    throw cliFailure('usage', `There is no log "${source.name}" in "${source.directory}"`, {
      next: 'Set logs.directory in the configuration for "sauda run"; a daemon writes one by itself',
    });
  }
  if (date === undefined) return dates.at(-1) ?? null;
  if (dates.includes(date)) return date;
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

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
}
