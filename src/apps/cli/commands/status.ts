import { existsSync } from 'node:fs';

import { type Command } from 'commander';

import { type DayStatus, type WithNext } from '../../../runtime/control/day-status.ts';
import { statusOfCopy, statusOfJournal } from '../../../runtime/control/journal-status.ts';
import { waitingRequests } from '../../../runtime/control/waiting-requests.ts';
import { loadMarketKnowledge, type MarketKnowledge } from '../../../runtime/market-knowledge.ts';
import { isJournalInUse, processOf } from '../../../runtime/open-day-journal.ts';
import { addressOf } from '../address-of.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import {
  askJournal,
  type ControlOptions,
  journalFor,
  withControlOptions,
} from '../control-options.ts';
import { printJson, printLines } from '../output.ts';
import { readSettings } from '../read-settings.ts';
import { statusLines } from '../report/status-lines.ts';
import { span } from '../view/span.ts';

/** `sauda status`: how an account stands, from the running program or from its journal. */
export function addStatus(program: Command, context: CliContext): void {
  withControlOptions(program.command('status'))
    .description('Show how an account stands: halt, runs, unresolved and working orders, positions')
    .addHelpText('after', '\nExamples:\n  sauda status\n  sauda status --config live.yaml --json')
    .action((options: ControlOptions) => status(context, options));
}

async function status(context: CliContext, options: ControlOptions): Promise<void> {
  const journalPath = journalFor(context, options);
  const isRunning = isJournalInUse(journalPath);
  const { standing, source } = isRunning
    ? await fromProgram(context, options, journalPath)
    : { standing: fromJournal(context, options, journalPath), source: 'journal' };
  const pid = processOf(journalPath);
  const left = waitingRequests(journalPath);
  if (!left.ok) throw new CliFailure(left.error.kind, left.error.problems);
  const waiting = left.value;
  const addressed = standing === null ? null : addressTo(options, standing);
  if (options.json === true) {
    const about = { journal: journalPath, isRunning, pid, source, waitingRequests: waiting };
    printJson(context, { schemaVersion: 1, ...about, ...addressed });
    return;
  }
  const process = pid === null ? '' : ` (PID ${String(pid)})`;
  const isUnasked = isRunning && source === 'journal';
  const what = isUnasked ? ' and gave no answer: this is what its journal holds' : '';
  const running = isRunning ? `A program is running${process}${what}` : 'No program is running';
  const lines = statusLines({ status: addressed, isRunning, waiting });
  printLines(
    context,
    [`${running}; journal ${journalPath}`, ...lines].map((line) => [span(line)]),
  );
}

/** Commands that are told reach the account that was asked about. */
function addressTo(options: ControlOptions, status: DayStatus): DayStatus {
  const addressed = addressOf(options);
  const address = <Of extends WithNext>(of: Of): Of => ({ ...of, next: of.next.map(addressed) });
  return {
    ...status,
    halt: address(status.halt),
    runs: status.runs.map(address),
    unresolved: status.unresolved.map(address),
    pausedLegs: status.pausedLegs.map(address),
    customPositions: status.customPositions.map(address),
    unknownPositions: status.unknownPositions.map(address),
    locks: status.locks.map(address),
  };
}

interface Standing {
  readonly standing: DayStatus | null;
  readonly source: 'program' | 'journal';
}

async function fromProgram(
  context: CliContext,
  options: ControlOptions,
  journalPath: string,
): Promise<Standing> {
  const asked = await askJournal(journalPath, { action: 'status' });
  // Only our own program answers in this directory, which is its owner's alone.
  if (asked.kind === 'answered') {
    return { standing: asked.answer.status as DayStatus, source: 'program' };
  }
  if (!existsSync(journalPath)) {
    throw cliFailure('platform-unavailable', 'The running program does not answer', {
      next: 'Its journal is gone: end it, and look after its orders and positions on the platform',
    });
  }
  const read = statusOfCopy({ journalPath, knowledge: knowledgeFor(context, options) });
  if (read.ok) return { standing: read.value, source: 'journal' };
  throw new CliFailure(read.error.kind, read.error.problems);
}

function fromJournal(
  context: CliContext,
  options: ControlOptions,
  journalPath: string,
): DayStatus | null {
  const read = statusOfJournal({ journalPath, knowledge: knowledgeFor(context, options) });
  if (read.ok) return read.value;
  throw new CliFailure(read.error.kind, read.error.problems);
}

function knowledgeFor(context: CliContext, { config }: ControlOptions): MarketKnowledge {
  const settings = readSettings(context, { config, secrets: 'skipped' });
  return loadMarketKnowledge(settings.calendar ?? undefined);
}
