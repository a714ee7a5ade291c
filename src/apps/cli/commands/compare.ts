import { type Command } from 'commander';

import { compareResults } from '../../../results/comparison/compare-results.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readResultFile } from '../files/read-result-file.ts';
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
  const [fileOne, fileOther] = files;
  const one = await readResultFile(context, fileOne);
  const other = await readResultFile(context, fileOther);
  const problems = [one, other].flatMap((result) => (result.ok ? [] : result.error));
  if (!one.ok || !other.ok) throw new CliFailure('configuration', problems);
  const comparison = compareResults(one.value, other.value);
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, one: fileOne, other: fileOther, ...comparison });
  } else printLines(context, comparisonReport(comparison));
  if (options.strict === true && !comparison.isSame) context.finish('found');
}
