import { resolve } from 'node:path';

import { type IstDate } from '../../model/ist.ts';
import { type FillChoice } from '../../runtime/backtest/fill-choice.ts';
import { journalBacktest } from '../../runtime/journal-backtest/journal-backtest.ts';
import { loadMarketKnowledge } from '../../runtime/market-knowledge.ts';
import { type CliContext } from './cli-context.ts';
import { CliFailure } from './cli-failure.ts';
import { printJson, printLines } from './output.ts';
import { pathsAsNamed } from './paths-as-named.ts';
import { printWritten } from './print-written.ts';
import { readSettings } from './read-settings.ts';
import { backtestReportText } from './report/backtest-report.ts';
import { journalBacktestLines } from './report/journal-backtest-report.ts';
import { journalRead, settingsRead } from './files-read.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import { resultOutputs } from './result-outputs.ts';
import { createResultWriter } from './result-writer.ts';
import { type ResultFiles, writeResult } from './write-result.ts';

/** What is asked of a recorded day. */
export interface JournalAsked extends ResultFiles {
  readonly journal: string;
  readonly date?: IstDate;
  readonly fills: FillChoice;
  readonly capitalPaise?: number;
  readonly config?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

/**
 * Runs a recorded day again as a backtest and shows what differs. The exit code says whether decisions do.
 *
 * @throws {CliFailure} when the journal or a strategy of it cannot be used
 */
export async function backtestJournal(context: CliContext, asked: JournalAsked): Promise<void> {
  const { date, fills, capitalPaise, config, json } = asked;
  const settings = readSettings(context, { config, secrets: 'skipped' });
  const outputs = resultOutputs(asked);
  // Strategies are named inside the journal: it is only read for them where something is to be written.
  if (outputs.some(({ path }) => path !== undefined)) {
    const journal = resolve(context.workingDirectory, asked.journal);
    refuseOverwriting(context, [...settingsRead(settings), ...journalRead(journal)], outputs);
  }
  const writer = createResultWriter(context, {
    files: [asked.out, asked.report],
    folders: [asked.csv],
  });
  const ran = await journalBacktest({
    journalPath: resolve(context.workingDirectory, asked.journal),
    ...(date === undefined ? {} : { date }),
    ...(capitalPaise === undefined ? {} : { capitalPaise }),
    fills,
    knowledge: loadMarketKnowledge(settings.calendar ?? undefined),
  });
  if (!ran.ok) throw new CliFailure(ran.error.kind, ran.error.problems);
  const { result, differences } = ran.value;
  await writeResult(writer, result, asked);
  if (json === true) printJson(context, ran.value);
  else {
    const { terminal } = context;
    printLines(context, journalBacktestLines(ran.value));
    const told = { columns: Infinity, color: terminal.hasColor, isVerbose: asked.verbose === true };
    terminal.out(pathsAsNamed(context, backtestReportText(result, told)));
    printWritten(context, writer);
  }
  if (differences.some(({ kind }) => kind === 'decision')) context.finish('found');
  writer.close();
}
