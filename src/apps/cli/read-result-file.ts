import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { problem, type Problem } from '../../base/problem.ts';
import { fail, type Result } from '../../base/result.ts';
import { whyUnreadable } from '../../base/why-unreadable.ts';
import { type BacktestResult } from '../../results/backtest-result.ts';
import { readResult } from '../../results/read-result.ts';
import { type CliContext } from './cli-context.ts';

/** A result from the file that `sauda backtest --json` was written to, as the user named it. */
export async function readResultFile(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  file: string,
): Promise<Result<BacktestResult, readonly Problem[]>> {
  try {
    return readResult(await readFile(resolve(workingDirectory, file), 'utf8'), file);
  } catch (error) {
    return fail([problem('Cannot read a result', { file, found: whyUnreadable(error) })]);
  }
}
