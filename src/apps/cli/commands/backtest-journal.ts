import { resolve } from 'node:path';

import { defined } from '../../../base/json.ts';
import { istClock } from '../../../model/time/ist.ts';
import {
  journalBacktest,
  type JournalBacktest,
} from '../../../research/journal-backtest/journal-backtest.ts';
import { type JournalDifference } from '../../../research/journal-backtest/journal-difference.ts';
import { loadMarketKnowledge } from '../../../settings/market/market-knowledge.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { journalRead, settingsRead } from '../files/files-read.ts';
import { readSettings } from '../files/read-settings.ts';
import { resultOutputs } from '../files/result-outputs.ts';
import { createResultWriter, printWritten } from '../files/result-writer.ts';
import { writeResult } from '../files/write-result.ts';
import { assumed } from '../options/assumption-options.ts';
import { type BacktestAsked } from '../options/backtest-options.ts';
import { printJson, printLines, printNamed } from '../output.ts';
import { backtestLines } from '../report/backtest-report.ts';
import { type Line, span } from '../view/span.ts';

/** What is asked of a recorded day. */
type JournalAsked = BacktestAsked & { readonly journal: string };

/**
 * Runs a recorded day again as a backtest and shows what differs. The exit code says whether decisions do.
 *
 * @throws {CliFailure} when the journal or a strategy of it cannot be used
 */
export async function backtestJournal(
  context: CliContext,
  { config, out, csv, report, json, verbose, ...asked }: JournalAsked,
): Promise<void> {
  const settings = readSettings(context, { config, secrets: 'skipped' });
  const outputs = resultOutputs(defined({ out, csv, report }));
  const journalPath = resolve(context.workingDirectory, asked.journal);
  // Strategies are named inside the journal: it is only read for them where something is to be written.
  const isWritten = outputs.some(({ path }) => path !== undefined);
  const read = isWritten ? [...settingsRead(settings), ...journalRead(journalPath)] : [];
  const writer = createResultWriter(context, outputs, { read });
  const ran = await journalBacktest({
    ...defined({ date: asked.date }),
    ...assumed(asked, 'touch'),
    journalPath,
    knowledge: loadMarketKnowledge(settings.calendar ?? undefined),
  });
  if (!ran.ok) throw new CliFailure(ran.error.kind, ran.error.problems);
  const { result, differences } = ran.value;
  await writeResult(writer, result, defined({ out, csv, report }));
  if (json === true) printJson(context, ran.value);
  else {
    printLines(context, journalBacktestLines(ran.value));
    printNamed(context, backtestLines(result, verbose === true));
    printWritten(context, writer);
  }
  if (differences.some(({ kind }) => kind === 'decision')) context.finish('found');
  writer.close();
}

/** A recorded day compared with its backtest, for people: counts of both, then each difference and its cause. */
function journalBacktestLines(of: JournalBacktest): readonly Line[] {
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
