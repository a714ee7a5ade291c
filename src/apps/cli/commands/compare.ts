import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { problem, type Problem } from '../../../base/problem.ts';
import { fail, type Result } from '../../../base/result.ts';
import { whyUnreadable } from '../../../base/why-unreadable.ts';
import { type BacktestResult } from '../../../results/backtest-result.ts';
import { compareResults } from '../../../results/compare-results.ts';
import { readResult } from '../../../results/read-result.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { printJson, printLines } from '../output.ts';
import { comparisonReport } from '../report/comparison-report.ts';

interface Options {
  readonly strict?: boolean;
  readonly json?: boolean;
}

/** `sauda compare`: two results of backtests side by side, and where they part. */
export function addCompare(program: Command, context: CliContext): void {
  program
    .command('compare')
    .description('Compare two results of backtests: conditions, totals, days, first difference')
    .argument('<one>', 'what backtest --json wrote')
    .argument('<other>', 'another')
    .option('--strict', 'exit code 1 when any day, fill or amount differs: for use in CI')
    .option('--json', 'one JSON line')
    .addHelpText(
      'after',
      `
What the results did not start from in common (strategies, sources, parameters, prices, dates, seed, assumptions) is told
first. It does not count as a difference of the results: a strategy that was only tidied up passes --strict.

Examples:
  sauda backtest straddle.yaml --prices nifty.csv --json > before.json
  sauda compare before.json after.json             what a change came to
  sauda compare before.json after.json --strict    fail when it came to anything`,
    )
    .action((one: string, other: string, options: Options) =>
      compare(context, [one, other], options),
    );
}

async function compare(
  context: CliContext,
  files: readonly [string, string],
  options: Options,
): Promise<void> {
  const [one, other] = [await read(context, files[0]), await read(context, files[1])];
  const problems = [one, other].flatMap((result) => (result.ok ? [] : result.error));
  if (!one.ok || !other.ok) throw new CliFailure('configuration', problems);
  const comparison = compareResults(one.value, other.value);
  const [fileOne, fileOther] = files;
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, one: fileOne, other: fileOther, ...comparison });
  } else printLines(context, comparisonReport(comparison));
  if (options.strict === true && !comparison.isSame) context.finish('internal');
}

async function read(
  { workingDirectory }: CliContext,
  file: string,
): Promise<Result<BacktestResult, readonly Problem[]>> {
  try {
    return readResult(await readFile(resolve(workingDirectory, file), 'utf8'), file);
  } catch (error) {
    return fail([problem('Cannot read a result', { file, found: whyUnreadable(error) })]);
  }
}
