import { join } from 'node:path';

import { resultPage } from '../../../report/backtest/result-page.ts';
import { type BacktestResult } from '../../../results/backtest-result.ts';
import { csvFiles } from '../../../results/csv/result-csv.ts';
import { performanceOf } from '../../../results/performance.ts';
import { type ResultWriter } from './result-writer.ts';

/** Where a result goes besides the terminal. */
interface ResultFiles {
  readonly out?: string;
  readonly csv?: string;
  readonly report?: string;
}

/** Writes a result where the user asked for it; files that are there are replaced. */
export async function writeResult(
  { write }: Pick<ResultWriter, 'write'>,
  result: BacktestResult,
  { out, csv, report }: ResultFiles,
): Promise<void> {
  if (out !== undefined) await write(out, `${JSON.stringify(result)}\n`);
  if (csv !== undefined) {
    for (const [name, text] of Object.entries(csvFiles(result))) await write(join(csv, name), text);
  }
  if (report !== undefined) await write(report, resultPage(result, performanceOf(result)));
}
