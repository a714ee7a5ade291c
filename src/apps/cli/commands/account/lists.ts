import { type Command } from 'commander';

import { jsonFromApi } from '../../../../daemon/api/ask-api.ts';
import {
  type PositionRecord,
  positionRecords,
  type RunRecord,
  runRecords,
} from '../../../../day/day-records.ts';
import { isJournalInUse } from '../../../../day/journal/open-day-journal.ts';
import { CONTROL_OPTIONS, type ControlOptions, journalFor } from '../../account/control-options.ts';
import { type CliContext } from '../../cli-context.ts';
import { fromJournals } from '../../account/from-journals.ts';
import { declare } from '../../options/declared-option.ts';
import { printJson, printLines } from '../../output.ts';
import { type Cell, priceText, profit, tableLines } from '../../view/span.ts';

const RUN_COLUMNS = ['run', 'stage', 'broker', 'state', '>orders', '>profit', 'detail'];
const POSITION_COLUMNS = [
  ...['run', 'stage', 'broker', 'leg', 'symbol', '>units', '>average', '>last', '>profit'],
];

const SHADOW_HELP =
  'Rows at stage shadow are in the paper book of runs that send nothing; with --json they are in "shadow".';

/** `sauda runs`: every run of the day, from the running program or from its journal. */
export function addRunList(command: Command, context: CliContext): void {
  const help = `\nProfit is before costs. ${SHADOW_HELP}\n\nExamples:\n  sauda runs\n  sauda runs --config live.yaml --json`;
  declare(command, CONTROL_OPTIONS, help).action((options: ControlOptions) =>
    list<RunRecord>(context, options, {
      name: 'runs',
      ofView: runRecords,
      columns: RUN_COLUMNS,
      row: (of) => [
        ...[of.runId, of.stage, of.broker ?? '', of.state, String(of.orders)],
        ...[profit(of.profitPaise), of.detail],
      ],
    }),
  );
}

/** `sauda positions`: every leg that traded, from the running program or from its journal. */
export function addPositionList(command: Command, context: CliContext): void {
  const help = `\nFlat legs are listed too. Profit is before costs. ${SHADOW_HELP}\n\nExample:\n  sauda positions --json`;
  declare(command, CONTROL_OPTIONS, help).action((options: ControlOptions) =>
    list<PositionRecord>(context, options, {
      name: 'positions',
      ofView: positionRecords,
      columns: POSITION_COLUMNS,
      row: (of) => [
        ...[of.runId, of.stage, of.broker ?? '', of.leg, of.symbol],
        `${String(of.netUnits)}${of.isPaused ? ' paused' : ''}`,
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
  const journal = journalFor(context, options);
  const isRunning = isJournalInUse(journal);
  const answer = isRunning ? await jsonFromApi(journal, `/v1/${name}`) : null;
  const source = answer === null ? 'journal' : 'program';
  // Only our own program answers in this directory, which is its owner's alone.
  const shown =
    (answer as Readonly<Record<string, readonly Of[]>> | null) ??
    fromFiles(context, options, { journal, isRunning, name, ofView });
  const { [name]: own = [], shadow = [] } = shown;
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, journal, source, [name]: own, shadow });
  } else if (own.length + shadow.length === 0) {
    context.terminal.err(`No ${name}\n`);
  } else printLines(context, tableLines(columns, [...own, ...shadow].map(row)));
}

function fromFiles<Of>(
  context: CliContext,
  options: ControlOptions,
  {
    journal: journalPath,
    isRunning,
    name,
    ofView,
  }: Pick<Listed<Of>, 'name' | 'ofView'> & {
    readonly journal: string;
    readonly isRunning: boolean;
  },
): Readonly<Record<string, readonly Of[]>> {
  const { view, shadow } = fromJournals(context, options, { journalPath, isRunning });
  return { [name]: ofView(view), shadow: ofView(shadow) };
}
