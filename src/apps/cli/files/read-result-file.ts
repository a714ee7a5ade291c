import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { problem, type Problem } from '../../../base/problem.ts';
import { fail, type Result } from '../../../base/result.ts';
import { unreadableFile } from '../../../loading/unreadable-file.ts';
import { type BacktestResult } from '../../../results/backtest-result.ts';
import { readResult } from '../../../results/reading/read-result.ts';
import { type CliContext } from '../cli-context.ts';

/** A result from the file that `sauda backtest --json` was written to, as the user named it. */
export async function readResultFile(
  { workingDirectory }: Pick<CliContext, 'workingDirectory'>,
  file: string,
): Promise<Result<BacktestResult, readonly Problem[]>> {
  const path = resolve(workingDirectory, file);
  try {
    const text = await readFile(path, 'utf8');
    const result = readResult(text, file);
    return !result.ok && isSweep(text) ? fail([sweepInstead(file)]) : result;
  } catch (error) {
    return fail([{ ...unreadableFile('Cannot read a result', path, error), file }]);
  }
}

function isSweep(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'variants' in value && 'tried' in value;
  } catch {
    return false;
  }
}

function sweepInstead(file: string): Problem {
  return problem('This is the result of a sweep, not of a backtest', {
    file,
    allowed: 'what sauda backtest --json or --out wrote',
    next: 'A page of the sweep: run the sweep again with --report FILE, what was run is kept. One variant: the command that the sweep ends with, with --out FILE',
  });
}
