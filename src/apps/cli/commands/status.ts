import { type Command } from 'commander';

import { istClock } from '../../../model/ist.ts';
import { type DayStatus, statusOf } from '../../../runtime/control/day-status.ts';
import { loadMarketKnowledge } from '../../../runtime/market-knowledge.ts';
import { viewOfJournal } from '../../../runtime/replay-journal.ts';
import { isJournalInUse } from '../../../runtime/open-day-journal.ts';
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
import { span } from '../view/span.ts';

/** `sauda status`: how an account stands, from the running program or from its journal. */
export function addStatus(program: Command, context: CliContext): void {
  withControlOptions(program.command('status'))
    .description('Show how an account stands: halt, runs, unresolved orders, positions')
    .addHelpText('after', '\nExamples:\n  sauda status\n  sauda status --config live.yaml --json')
    .action((options: ControlOptions) => status(context, options));
}

async function status(context: CliContext, options: ControlOptions): Promise<void> {
  const journalPath = journalFor(context, options);
  const isRunning = isJournalInUse(journalPath);
  const standing = isRunning
    ? await fromProgram(journalPath)
    : fromJournal(context, options, journalPath);
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, journal: journalPath, isRunning, ...standing });
    return;
  }
  const lines = standing === null ? ['The journal is empty'] : linesOf(standing);
  const running = isRunning ? 'A program is running' : 'No program is running';
  printLines(
    context,
    [running, ...lines].map((line) => [span(line)]),
  );
}

async function fromProgram(journalPath: string): Promise<DayStatus> {
  const asked = await askJournal(journalPath, { action: 'status' });
  // Only our own program answers in this directory, which is its owner's alone.
  if (asked.kind === 'answered') return asked.answer.status as DayStatus;
  throw cliFailure('platform-unavailable', 'The running program does not answer', {
    next: 'It may be starting, or busy with code that does not return',
  });
}

function fromJournal(
  context: CliContext,
  { config }: ControlOptions,
  journalPath: string,
): DayStatus | null {
  const settings = readSettings(context, { config, secrets: 'skipped' });
  const view = viewOfJournal({
    journalPath,
    knowledge: loadMarketKnowledge(settings.calendar ?? undefined),
  });
  if (!view.ok) throw new CliFailure(view.error.kind, view.error.problems);
  return view.value === null ? null : statusOf(view.value);
}

function linesOf({ atMs, halt, runs, unresolved, positions, locks }: DayStatus): string[] {
  return [
    `${halt.state}${halt.reason === '' ? '' : `: ${halt.reason}`}${atMs === null ? '' : ` (at ${istClock(atMs)} IST)`}`,
    ...runs.map(({ runId, state, detail }) => `run ${runId}: ${[state, detail].join(' ').trim()}`),
    ...unresolved.map(
      (of) =>
        `${of.state} ${of.tag}: ${of.leg} ${of.role} ${String(of.quantityUnits)} ${of.symbol}, ${of.detail}`,
    ),
    ...positions.map((of) => `open ${of.runId} ${of.leg}: ${String(of.netUnits)} ${of.symbol}`),
    ...locks.map(({ runId, reason }) => `locked ${runId ?? 'account'}: ${reason}`),
  ];
}
