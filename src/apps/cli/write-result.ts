import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { whyUnreadable } from '../../base/why-unreadable.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { csvFiles } from '../../results/csv-files.ts';
import { resultPage } from '../../results/page/result-page.ts';
import { performanceOf } from '../../results/performance-of.ts';
import { type CliContext } from './cli-context.ts';
import { cliFailure } from './cli-failure.ts';
import { writePage } from './write-page.ts';

/** Where a result goes besides the terminal. */
export interface ResultFiles {
  /** The result as JSON. */
  readonly out?: string;
  /** A folder for tables; made where it is not there. */
  readonly csv?: string;
  /** The HTML page. */
  readonly report?: string;
}

/**
 * Writes a result where the user asked for it; files that are there are replaced. Gives the paths, as they were asked for.
 *
 * @throws {CliFailure} when one cannot be written
 */
export async function writeResult(
  context: Pick<CliContext, 'workingDirectory'>,
  result: BacktestResult,
  { out, csv, report }: ResultFiles,
): Promise<readonly string[]> {
  const { workingDirectory } = context;
  const written: string[] = [];
  const write = async (path: string, text: string): Promise<void> => {
    try {
      await writeFile(resolve(workingDirectory, path), text);
    } catch (error) {
      throw cliFailure('usage', 'Cannot write the result', {
        file: path,
        found: whyUnreadable(error),
      });
    }
    written.push(path);
  };
  if (out !== undefined) await write(out, `${JSON.stringify(result)}\n`);
  if (csv !== undefined) {
    await makeFolder(resolve(workingDirectory, csv), csv);
    for (const [name, text] of Object.entries(csvFiles(result))) await write(join(csv, name), text);
  }
  if (report !== undefined) {
    await writePage(context, report, resultPage(result, performanceOf(result)));
    written.push(report);
  }
  return written;
}

async function makeFolder(path: string, asked: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw cliFailure('usage', 'Cannot make the folder', {
      file: asked,
      found: whyUnreadable(error),
    });
  }
}
