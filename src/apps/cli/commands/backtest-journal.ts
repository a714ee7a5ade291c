import { resolve } from 'node:path';

import { type FillChoice } from '../../../backtest/fill-choice.ts';
import { istClock, type IstDate } from '../../../model/time/ist.ts';
import {
  journalBacktest,
  type JournalBacktest,
} from '../../../research/journal-backtest/journal-backtest.ts';
import { type JournalDifference } from '../../../research/journal-backtest/journal-difference.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { pathsAsNamed } from '../files/as-named.ts';
import { journalRead, settingsRead } from '../files/files-read.ts';
import { readSettings } from '../files/read-settings.ts';
import { refuseOverwriting, resultOutputs } from '../files/refuse-overwriting.ts';
import { createResultWriter, printWritten } from '../files/result-writer.ts';
import { type ResultFiles, writeResult } from '../files/write-result.ts';
import { printJson, printLines } from '../output.ts';
import { backtestReportText } from '../report/backtest-report.ts';
import { type Line, span } from '../view/span.ts';

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

/** A recorded day compared with its backtest, for people: counts of both, then each difference and its cause. */
export function journalBacktestLines(of: JournalBacktest): readonly Line[] {
  const { date, decisions, differences, result } = of;
  const fills = result.days.reduce((sum, day) => sum + day.fills.length, 0);
  const counts = `${String(decisions.recorded)} decisions recorded, ${String(decisions.backtest)} in the backtest, with ${String(fills)} fills`;
  const verdict =
    differences.length === 0 ? span('  The same', 'good') : span('  They differ in', 'warning');
  return [
    [span(`${date} as recorded and as a backtest: `, 'bold'), counts],
    [verdict],
    ...differences.flatMap(differenceLines),
    [],
  ];
}

function differenceLines(difference: JournalDifference): readonly Line[] {
  const { kind, run, atMs, recorded, backtest, cause, because } = difference;
  return [
    [span(`    ${istClock(atMs)} ${run}, ${kind}: `, 'bold'), `${because} (${cause})`],
    span(`      on the day    ${recorded ?? 'none'}`, 'dim'),
    span(`      in backtest   ${backtest ?? 'none'}`, 'dim'),
  ];
}
