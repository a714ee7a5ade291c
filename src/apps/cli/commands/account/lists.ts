import { type Command } from 'commander';

import { jsonFromApi } from '../../../../daemon/api/ask-api.ts';
import { viewOfAccount } from '../../../../daemon/control/journal-status.ts';
import {
  type PositionRecord,
  positionRecords,
  type RunRecord,
  runRecords,
} from '../../../../day/day-records.ts';
import { isJournalInUse } from '../../../../day/journal/open-day-journal.ts';
import { CONTROL_OPTIONS, type ControlOptions, journalFor } from '../../account/control-options.ts';
import { type CliContext } from '../../cli-context.ts';
import { CliFailure } from '../../cli-failure.ts';
import { readOperatorKnowledge } from '../../account/operator-settings.ts';
import { declare } from '../../options/declared-option.ts';
import { printJson, printLines } from '../../output.ts';
import { type Cell, priceText, profit, tableLines } from '../../view/span.ts';

const RUN_COLUMNS = ['run', 'state', '>orders', '>profit', 'detail'];
const POSITION_COLUMNS = ['run', 'leg', 'symbol', '>units', '>average', '>last', '>profit'];

/** `sauda runs`: every run of the day, from the running program or from its journal. */
export function addRunList(command: Command, context: CliContext): void {
  const help =
    '\nProfit is before costs.\n\nExamples:\n  sauda runs\n  sauda runs --config live.yaml --json';
  declare(command, CONTROL_OPTIONS, help).action((options: ControlOptions) =>
    list<RunRecord>(context, options, {
      name: 'runs',
      ofView: runRecords,
      columns: RUN_COLUMNS,
      row: (of) => [of.runId, of.state, String(of.orders), profit(of.profitPaise), of.detail],
    }),
  );
}

/** `sauda positions`: every leg that traded, from the running program or from its journal. */
export function addPositionList(command: Command, context: CliContext): void {
  const help =
    '\nFlat legs are listed too. Profit is before costs.\n\nExample:\n  sauda positions --json';
  declare(command, CONTROL_OPTIONS, help).action((options: ControlOptions) =>
    list<PositionRecord>(context, options, {
      name: 'positions',
      ofView: positionRecords,
      columns: POSITION_COLUMNS,
      row: (of) => [
        ...[of.runId, of.leg, of.symbol, `${String(of.netUnits)}${of.isPaused ? ' paused' : ''}`],
        ...[priceText(of.averagePricePaise), priceText(of.lastPaise), profit(of.profitPaise)],
      ],
    }),
  );
}

interface Listed<Of> {
  /** The route, and the key of the list in its answer. */
  readonly name: 'runs' | 'positions';
  readonly ofView: (view: Parameters<typeof runRecords>[0]) => readonly Of[];
  readonly columns: readonly string[];
  readonly row: (of: Of) => Cell[];
}

async function list<Of>(
  context: CliContext,
  options: ControlOptions,
  { name, ofView, columns, row }: Listed<Of>,
): Promise<void> {
  const journalPath = journalFor(context, options);
  const isRunning = isJournalInUse(journalPath);
  const fromApi = isRunning ? await jsonFromApi(journalPath, `/v1/${name}`) : null;
  const source = fromApi === null ? 'journal' : 'program';
  // Only our own program answers in this directory, which is its owner's alone.
  const shown =
    (fromApi as Readonly<Record<string, readonly Of[]>> | null)?.[name] ??
    fromJournal(context, options, { journalPath, isRunning, ofView });
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, journal: journalPath, source, [name]: shown });
  } else if (shown.length === 0) {
    context.terminal.err(`No ${name}\n`);
  } else printLines(context, tableLines(columns, shown.map(row)));
}

function fromJournal<Of>(
  context: CliContext,
  options: ControlOptions,
  of: Pick<Listed<Of>, 'ofView'> & { readonly journalPath: string; readonly isRunning: boolean },
): readonly Of[] {
  const { journalPath, isRunning, ofView } = of;
  const knowledge = readOperatorKnowledge(context, options.config);
  const read = viewOfAccount({ journalPath, knowledge }, isRunning);
  if (!read.ok) throw new CliFailure(read.error.kind, read.error.problems);
  const { view, lost } = read.value;
  if (lost !== null) {
    context.terminal.err(`The journal has lost its end: ${lost.detail}\n`);
    context.finish('halted');
  }
  return view === null ? [] : ofView(view);
}
