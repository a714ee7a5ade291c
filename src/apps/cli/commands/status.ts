import { existsSync } from 'node:fs';

import { type Command } from 'commander';

import { shellWord } from '../../../base/shell-word.ts';
import { type AccountStanding } from '../../../daemon/account-board.ts';
import {
  type JournalStanding,
  statusOfCopy,
  statusOfJournal,
} from '../../../daemon/control/journal-status.ts';
import { waitingRequests } from '../../../daemon/control/waiting-requests.ts';
import { askStandbys } from '../../../daemon/standby/ask-standbys.ts';
import { type StandbyHeard } from '../../../daemon/standby/standbys.ts';
import { type DayStatus, type WithNext } from '../../../day/day-status.ts';
import { lastStrategyFiles } from '../../../day/journal/journal-strategies.ts';
import { isJournalInUse, processOf } from '../../../day/journal/open-day-journal.ts';
import {
  addressOf,
  askJournal,
  CONTROL_OPTIONS,
  type ControlOptions,
  journalFor,
} from '../account/control-options.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { readOperatorKnowledge, readOperatorSettings } from '../account/operator-settings.ts';
import { declare } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';
import { shortPath } from '../strategies/strategy-facts.ts';
import { standbyLines } from '../report/standby-lines.ts';
import { statusLines } from '../report/status-lines.ts';
import { standingLine } from '../view/daemon-view.ts';

/** `sauda status`: how an account stands, from the running program or from its journal. */
export function addStatus(command: Command, context: CliContext): void {
  const help = '\nExamples:\n  sauda status\n  sauda status --config live.yaml --json';
  declare(command, CONTROL_OPTIONS, help).action((options: ControlOptions) =>
    status(context, options),
  );
}

async function status(context: CliContext, options: ControlOptions): Promise<void> {
  const journalPath = journalFor(context, options);
  const isRunning = isJournalInUse(journalPath);
  const found = isRunning
    ? await fromProgram(context, options, journalPath)
    : fromJournal(context, options, journalPath);
  const pid = processOf(journalPath);
  const { standing, source, lost, waits, standbys } = found;
  const next = isRunning ? [] : startCommands(context, options, journalPath);
  const left = waitingRequests(journalPath);
  if (!left.ok) throw new CliFailure(left.error.kind, left.error.problems);
  const waiting = left.value;
  const addressed = standing === null ? null : addressedStatus(options, standing);
  if (options.json === true) {
    const about = { journal: journalPath, isRunning, pid, source, next, ...jsonParts(found) };
    printJson(context, { schemaVersion: 1, ...about, waitingRequests: waiting, ...addressed });
    return;
  }
  const running = isRunning ? runningLine(pid, source) : 'No program is running';
  const lines = statusLines({ status: addressed, isRunning, waiting });
  const head = [
    `${running}; journal ${journalPath}`,
    ...(isRunning ? [] : startLines(next)),
    ...lostLines(lost),
    ...standbyLines(standbys ?? []),
    ...waitsLines(waits, addressed),
  ];
  printLines(context, [...head, ...lines]);
}

/** What a status has besides, where there is any. */
function jsonParts({ lost, waits, standbys }: Standing): object {
  const lostEnd = lost === null ? {} : { lostEnd: lost.detail };
  const between = waits === null ? {} : { daemon: waits };
  return { ...lostEnd, ...between, ...(standbys === null ? {} : { standbys }) };
}

function runningLine(pid: number | null, source: Standing['source']): string {
  const process = pid === null ? '' : ` (PID ${String(pid)})`;
  const what = source === 'journal' ? ' and gave no answer: this is what its journal holds' : '';
  return `A program is running${process}${what}`;
}

/**
 * What starts the program again, with the files of its last day where the configuration does not have them; none where only
 * its journal is known, which does not say with what it was started.
 */
function startCommands(
  context: CliContext,
  options: ControlOptions,
  journalPath: string,
): readonly string[] {
  if (options.journal !== undefined) return [];
  const { settings } = readOperatorSettings(context, { config: options.config });
  const configured = new Set(settings.strategies.map(({ path }) => path));
  const ran = lastStrategyFiles(journalPath);
  const given = ran.every((path) => configured.has(path)) ? [] : ran;
  const files = given.map((path) => ` ${shellWord(shortPath(path, context.workingDirectory))}`);
  return ['daemon', 'run'].map((name) => addressOf(options)(`sauda ${name}${files.join('')}`));
}

function startLines(commands: readonly string[]): readonly string[] {
  const [daemon, run] = commands;
  return daemon === undefined || run === undefined
    ? ['  next  start it again with the command, or by the service, that started it']
    : [`  next  ${daemon}`, `  or    ${run}, or the service that starts it`];
}

/** Between days nothing is open at this program: what follows is how the last day ended. */
function waitsLines(waits: AccountStanding | null, last: DayStatus | null): readonly string[] {
  if (waits === null) return [];
  const before = last === null ? 'no day has been traded yet' : 'the last day ended so:';
  return [`No day is open: ${standingLine(waits)}`, before];
}

function lostLines(lost: Standing['lost']): readonly string[] {
  if (lost === null) return [];
  const { detail, next } = lost;
  return [
    `critical: The journal has lost its end: ${detail}`,
    `    ${next}`,
    'What is left of it says:',
  ];
}

interface Standing {
  readonly standing: DayStatus | null;
  readonly source: 'program' | 'journal';
  /** Why the journal may not show how it stood at last; null where nothing says so. */
  readonly lost: JournalStanding['lost'];
  /** What the program does between days; null where a day is open, or no program answers. */
  readonly waits: AccountStanding | null;
  /** Null where no program says who stands by. */
  readonly standbys: readonly StandbyHeard[] | null;
}

const NOT_SAID = { waits: null, standbys: null } as const;

async function fromProgram(
  context: CliContext,
  options: ControlOptions,
  journalPath: string,
): Promise<Standing> {
  const asked = await askJournal(journalPath, { action: 'status' });
  // Only our own program answers in this directory, which is its owner's alone.
  if (asked.kind === 'answered') {
    const { status: standing, standing: account = null } = asked.answer;
    const waits = account as AccountStanding | null;
    const standbys = await askStandbys(journalPath);
    const found = { source: 'program', lost: null, waits, standbys } as const;
    return { standing: standing as DayStatus | null, ...found };
  }
  if (!existsSync(journalPath)) {
    throw cliFailure('platform-unavailable', 'The running program does not answer', {
      next: 'Its journal is gone: end it, and handle its orders and positions on the platform',
    });
  }
  const read = statusOfCopy({
    journalPath,
    knowledge: readOperatorKnowledge(context, options.config),
  });
  if (read.ok) return { standing: read.value, source: 'journal', lost: null, ...NOT_SAID };
  throw new CliFailure(read.error.kind, read.error.problems);
}

function fromJournal(context: CliContext, options: ControlOptions, journalPath: string): Standing {
  const read = statusOfJournal({
    journalPath,
    knowledge: readOperatorKnowledge(context, options.config),
  });
  if (read.ok) {
    if (read.value.lost !== null) context.finish('halted');
    return { standing: read.value.status, source: 'journal', lost: read.value.lost, ...NOT_SAID };
  }
  throw new CliFailure(read.error.kind, read.error.problems);
}

/** A status whose commands reach the account that was asked about. */
export function addressedStatus(options: ControlOptions, status: DayStatus): DayStatus {
  const addressed = addressOf(options);
  const address = <Of extends WithNext>(of: Of): Of => ({ ...of, next: of.next.map(addressed) });
  return {
    ...status,
    halt: address(status.halt),
    runs: status.runs.map(address),
    unresolved: status.unresolved.map(address),
    unprotected: status.unprotected.map(address),
    questions: status.questions.map(address),
    pausedLegs: status.pausedLegs.map(address),
    customPositions: status.customPositions.map(address),
    unknownPositions: status.unknownPositions.map(address),
    locks: status.locks.map(address),
  };
}
